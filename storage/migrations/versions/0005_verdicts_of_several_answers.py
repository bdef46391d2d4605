"""Verdicts of several answers."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("verdict", schema=None) as batch_op:
        batch_op.add_column(sa.Column("other_calls", JSON_VALUE, nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("verdict", schema=None) as batch_op:
        batch_op.drop_column("other_calls")
