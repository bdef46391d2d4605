"""Audit results."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_result",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column(
            "kind",
            sa.Enum(
                "redteam",
                "fit",
                "hindsight",
                name="auditkind",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("rubric_version_id", NUMBER, nullable=False),
        sa.Column("fingerprint", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("reference", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("result", JSON_VALUE, nullable=False),
        sa.Column("made_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_audit_result_project_id_project"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["rubric_version_id"],
            ["rubric_version.id"],
            name=op.f("fk_audit_result_rubric_version_id_rubric_version"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_result")),
    )
    with op.batch_alter_table("audit_result", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_audit_result_project_id_kind"), ["project_id", "kind"], unique=False
        )


def downgrade() -> None:
    with op.batch_alter_table("audit_result", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_audit_result_project_id_kind"))

    op.drop_table("audit_result")
