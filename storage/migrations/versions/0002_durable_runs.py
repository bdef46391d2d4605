"""Durable runs."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

PROBLEMS = ("parse_failed", "refused", "too_long", "deferred", "bad_request", "cancelled")


def upgrade() -> None:
    op.create_table(
        "installation",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("secret", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("queue_schema", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_installation")),
    )
    # Nothing was ever written into these: no run asked a model before this revision.
    with op.batch_alter_table("judge_call", schema=None) as batch_op:
        batch_op.drop_column("request")
        batch_op.drop_column("reply")
        batch_op.drop_column("next_try_at")
    with op.batch_alter_table("judge_call", schema=None) as batch_op:
        batch_op.add_column(sa.Column("request", PACKED, nullable=True))
        batch_op.add_column(sa.Column("reply", PACKED, nullable=True))
        batch_op.add_column(sa.Column("http_status", sa.Integer(), nullable=True))
        problem = sa.Enum(
            *PROBLEMS, name="problem", native_enum=False, create_constraint=True, length=24
        )
        batch_op.add_column(sa.Column("problem", problem, nullable=True))
        batch_op.create_index(
            "ix_judge_call_problem",
            ["run_id", "problem"],
            unique=False,
            sqlite_where=sa.text("problem IS NOT NULL"),
            postgresql_where=sa.text("problem IS NOT NULL"),
        )
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("concurrency", sa.Integer(), server_default="32", nullable=False)
        )
        batch_op.add_column(sa.Column("totals", JSON_VALUE, nullable=True))
        batch_op.add_column(sa.Column("epoch", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("held_by", sqlmodel.sql.sqltypes.AutoString(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.drop_column("held_by")
        batch_op.drop_column("epoch")
        batch_op.drop_column("totals")
        batch_op.drop_column("concurrency")
    with op.batch_alter_table("judge_call", schema=None) as batch_op:
        batch_op.drop_index("ix_judge_call_problem")
        # On SQLite it would stay, and speak of a column that is no longer there.
        batch_op.drop_constraint(op.f("ck_judge_call_problem"), type_="check")
        batch_op.drop_column("problem")
        batch_op.drop_column("http_status")
        batch_op.drop_column("reply")
        batch_op.drop_column("request")
    with op.batch_alter_table("judge_call", schema=None) as batch_op:
        batch_op.add_column(sa.Column("next_try_at", sa.DateTime(), nullable=True))
        batch_op.add_column(sa.Column("reply", JSON_VALUE, nullable=True))
        batch_op.add_column(sa.Column("request", JSON_VALUE, nullable=True))
    op.drop_table("installation")
