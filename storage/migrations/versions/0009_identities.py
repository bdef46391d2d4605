"""Identities."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("reviewer", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column(
                "identity",
                sqlmodel.sql.sqltypes.AutoString(),
                server_default="typed",
                nullable=False,
            )
        )
        batch_op.add_column(
            sa.Column(
                "subject", sqlmodel.sql.sqltypes.AutoString(), server_default="", nullable=False
            )
        )
        batch_op.add_column(
            sa.Column("seen_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True)
        )
    # Whoever labelled before had typed a name, or stood with one in a file.
    op.execute("UPDATE reviewer SET subject = name")
    with op.batch_alter_table("reviewer", schema=None) as batch_op:
        batch_op.alter_column("identity", server_default=None)
        batch_op.alter_column("subject", server_default=None)
        batch_op.create_unique_constraint(
            batch_op.f("uq_reviewer_project_id_identity_subject_is_slot"),
            ["project_id", "identity", "subject", "is_slot"],
        )


def downgrade() -> None:
    with op.batch_alter_table("reviewer", schema=None) as batch_op:
        batch_op.drop_constraint(
            batch_op.f("uq_reviewer_project_id_identity_subject_is_slot"), type_="unique"
        )
        batch_op.drop_column("seen_at")
        batch_op.drop_column("subject")
        batch_op.drop_column("identity")
