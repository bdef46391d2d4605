"""Kept counts."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kept_count",
        sa.Column("rubric_version_id", NUMBER, nullable=False),
        sa.Column("judge_id", NUMBER, nullable=False),
        sa.Column("criterion", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("held_against", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("revision", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("counts", JSON_VALUE, nullable=False),
        sa.ForeignKeyConstraint(
            ["judge_id"],
            ["judge.id"],
            name=op.f("fk_kept_count_judge_id_judge"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["rubric_version_id"],
            ["rubric_version.id"],
            name=op.f("fk_kept_count_rubric_version_id_rubric_version"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "rubric_version_id", "judge_id", "criterion", "held_against", name=op.f("pk_kept_count")
        ),
    )


def downgrade() -> None:
    op.drop_table("kept_count")
