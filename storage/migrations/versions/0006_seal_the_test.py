"""Seal the test."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("split_assignment", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_split_assignment_session_id_split"),
            ["session_id", "split"],
            unique=False,
        )


def downgrade() -> None:
    with op.batch_alter_table("split_assignment", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_split_assignment_session_id_split"))
