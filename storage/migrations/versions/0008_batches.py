"""Batches."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "judge_batch",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("run_id", NUMBER, nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("service_id", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("requests", sa.Integer(), nullable=False),
        sa.Column("sent_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("ended_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_judge_batch_run_id_run"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judge_batch")),
    )
    with op.batch_alter_table("judge_batch", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_judge_batch_run_id"), ["run_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_judge_batch_service_id"), ["service_id"], unique=False)

    op.create_table(
        "judge_batch_call",
        sa.Column("call_id", NUMBER, nullable=False),
        sa.Column("batch_id", NUMBER, nullable=False),
        sa.ForeignKeyConstraint(
            ["batch_id"],
            ["judge_batch.id"],
            name=op.f("fk_judge_batch_call_batch_id_judge_batch"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["call_id"],
            ["judge_call.id"],
            name=op.f("fk_judge_batch_call_call_id_judge_call"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("call_id", name=op.f("pk_judge_batch_call")),
    )
    with op.batch_alter_table("judge_batch_call", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_judge_batch_call_batch_id"), ["batch_id"], unique=False
        )


def downgrade() -> None:
    with op.batch_alter_table("judge_batch_call", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_judge_batch_call_batch_id"))

    op.drop_table("judge_batch_call")
    with op.batch_alter_table("judge_batch", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_judge_batch_service_id"))
        batch_op.drop_index(batch_op.f("ix_judge_batch_run_id"))

    op.drop_table("judge_batch")
