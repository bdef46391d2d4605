"""Second looks."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "second_look",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("session_id", NUMBER, nullable=False),
        sa.Column("criterion", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("meaning", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reviewer_id", NUMBER, nullable=False),
        sa.Column("verdict_id", NUMBER, nullable=True),
        sa.Column(
            "view",
            sa.Enum(
                "judge_wrong",
                "label_slipped",
                "rule_unclear",
                name="view",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=True,
        ),
        sa.Column("why", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_second_look_project_id_project"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"],
            ["reviewer.id"],
            name=op.f("fk_second_look_reviewer_id_reviewer"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["session.id"],
            name=op.f("fk_second_look_session_id_session"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_second_look")),
    )
    with op.batch_alter_table("second_look", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_second_look_project_id_criterion_meaning_session_id_turn"),
            ["project_id", "criterion", "meaning", "session_id", "turn"],
            unique=False,
        )
        batch_op.create_index(batch_op.f("ix_second_look_session_id"), ["session_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("second_look", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_second_look_session_id"))
        batch_op.drop_index(
            batch_op.f("ix_second_look_project_id_criterion_meaning_session_id_turn")
        )

    op.drop_table("second_look")
