"""Rubric examples."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rubric_example",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("session_id", NUMBER, nullable=False),
        sa.Column("criterion", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("author", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_rubric_example_project_id_project"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["session.id"],
            name=op.f("fk_rubric_example_session_id_session"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rubric_example")),
    )
    with op.batch_alter_table("rubric_example", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_rubric_example_project_id"), ["project_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_rubric_example_session_id"), ["session_id"], unique=False
        )


def downgrade() -> None:
    with op.batch_alter_table("rubric_example", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rubric_example_session_id"))
        batch_op.drop_index(batch_op.f("ix_rubric_example_project_id"))

    op.drop_table("rubric_example")
