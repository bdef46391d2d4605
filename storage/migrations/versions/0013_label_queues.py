"""Label queues."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # What was drawn before has no number of reviewers: it stays first on everybody's Label page.
    op.create_table(
        "label_skip",
        sa.Column("queue_id", NUMBER, nullable=False),
        sa.Column("session_id", NUMBER, nullable=False),
        sa.Column("reviewer_id", NUMBER, nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["queue_id"],
            ["label_queue.id"],
            name=op.f("fk_label_skip_queue_id_label_queue"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"],
            ["reviewer.id"],
            name=op.f("fk_label_skip_reviewer_id_reviewer"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["session.id"],
            name=op.f("fk_label_skip_session_id_session"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "queue_id", "session_id", "reviewer_id", name=op.f("pk_label_skip")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("label_queue", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rubric_version_id", NUMBER, nullable=True))
        batch_op.add_column(
            sa.Column("reviewers", sa.Integer(), nullable=False, server_default="0")
        )
        batch_op.add_column(
            sa.Column("lease_minutes", sa.Integer(), nullable=False, server_default="30")
        )
        batch_op.add_column(
            sa.Column(
                "ordering",
                sqlmodel.sql.sqltypes.AutoString(),
                nullable=False,
                server_default="drawn",
            )
        )
        batch_op.add_column(
            sa.Column("closed_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True)
        )
        batch_op.alter_column(
            "overlap", existing_type=sa.INTEGER(), type_=sa.Float(), existing_nullable=False
        )
        batch_op.create_foreign_key(
            batch_op.f("fk_label_queue_rubric_version_id_rubric_version"),
            "rubric_version",
            ["rubric_version_id"],
            ["id"],
            ondelete="SET NULL",
        )

    with op.batch_alter_table("label_task", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("reserved_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True)
        )
        batch_op.add_column(
            sa.Column("put_off_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True)
        )
        batch_op.create_index(
            batch_op.f("ix_label_task_queue_id_reviewer_id"),
            ["queue_id", "reviewer_id"],
            unique=False,
        )
        batch_op.create_unique_constraint(
            batch_op.f("uq_label_task_queue_id_session_id_reviewer_id"),
            ["queue_id", "session_id", "reviewer_id"],
        )
        batch_op.drop_column("state")


def downgrade() -> None:
    with op.batch_alter_table("label_task", schema=None) as batch_op:
        batch_op.add_column(sa.Column("state", sa.VARCHAR(), nullable=False, server_default="open"))
        batch_op.drop_constraint(
            batch_op.f("uq_label_task_queue_id_session_id_reviewer_id"), type_="unique"
        )
        batch_op.drop_index(batch_op.f("ix_label_task_queue_id_reviewer_id"))
        batch_op.drop_column("put_off_at")
        batch_op.drop_column("reserved_at")

    with op.batch_alter_table("label_queue", schema=None) as batch_op:
        batch_op.drop_constraint(
            batch_op.f("fk_label_queue_rubric_version_id_rubric_version"), type_="foreignkey"
        )
        batch_op.alter_column(
            "overlap", existing_type=sa.Float(), type_=sa.INTEGER(), existing_nullable=False
        )
        batch_op.drop_column("closed_at")
        batch_op.drop_column("ordering")
        batch_op.drop_column("lease_minutes")
        batch_op.drop_column("reviewers")
        batch_op.drop_column("rubric_version_id")

    op.drop_table("label_skip")
