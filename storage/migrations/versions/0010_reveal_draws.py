"""Reveal draws."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reveal_draw",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("reviewer_id", NUMBER, nullable=False),
        sa.Column("session_id", NUMBER, nullable=False),
        sa.Column(
            "reveal",
            sa.Enum(
                "blind",
                "reveal",
                "open",
                name="reveal",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("share", sa.Float(), nullable=False),
        sa.Column("drawn_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_reveal_draw_project_id_project"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"],
            ["reviewer.id"],
            name=op.f("fk_reveal_draw_reviewer_id_reviewer"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["session.id"],
            name=op.f("fk_reveal_draw_session_id_session"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reveal_draw")),
        sa.UniqueConstraint(
            "reviewer_id",
            "session_id",
            "reveal",
            name=op.f("uq_reveal_draw_reviewer_id_session_id_reveal"),
        ),
    )
    with op.batch_alter_table("reveal_draw", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reveal_draw_session_id"), ["session_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("reveal_draw", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_reveal_draw_session_id"))

    op.drop_table("reveal_draw")
