"""Second answers."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "repeat_label",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("session_id", NUMBER, nullable=False),
        sa.Column("criterion", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("meaning", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reviewer_id", NUMBER, nullable=False),
        sa.Column("label_id", NUMBER, nullable=False),
        sa.Column(
            "outcome",
            sa.Enum(
                "pass",
                "fail",
                "not_applicable",
                "cannot_tell",
                "not_scored",
                name="outcome",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("rationale", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column(
            "stratum",
            sa.Enum(
                "differs",
                "agrees",
                name="stratum",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("inclusion_prob", sa.Float(), nullable=False),
        sa.Column("had_seen", sa.Boolean(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.CheckConstraint("outcome <> 'not_scored'", name=op.f("ck_repeat_label_answered")),
        sa.CheckConstraint(
            "inclusion_prob > 0 AND inclusion_prob <= 1", name=op.f("ck_repeat_label_probability")
        ),
        sa.ForeignKeyConstraint(
            ["label_id"],
            ["label.id"],
            name=op.f("fk_repeat_label_label_id_label"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_repeat_label_project_id_project"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"],
            ["reviewer.id"],
            name=op.f("fk_repeat_label_reviewer_id_reviewer"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["session.id"],
            name=op.f("fk_repeat_label_session_id_session"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_repeat_label")),
        sa.UniqueConstraint(
            "project_id",
            "criterion",
            "meaning",
            "session_id",
            "turn",
            "reviewer_id",
            name=op.f("uq_repeat_label_project_id_criterion_meaning_session_id_turn_reviewer_id"),
        ),
    )
    with op.batch_alter_table("repeat_label", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_repeat_label_reviewer_id"), ["reviewer_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_repeat_label_session_id"), ["session_id"], unique=False
        )

    op.create_table(
        "rule_handled",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("second_look_id", NUMBER, nullable=False),
        sa.Column("rubric_version_id", NUMBER, nullable=False),
        sa.Column("reviewer_id", NUMBER, nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_rule_handled_project_id_project"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["reviewer_id"],
            ["reviewer.id"],
            name=op.f("fk_rule_handled_reviewer_id_reviewer"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["rubric_version_id"],
            ["rubric_version.id"],
            name=op.f("fk_rule_handled_rubric_version_id_rubric_version"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["second_look_id"],
            ["second_look.id"],
            name=op.f("fk_rule_handled_second_look_id_second_look"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rule_handled")),
        sa.UniqueConstraint("second_look_id", name=op.f("uq_rule_handled_second_look_id")),
    )
    with op.batch_alter_table("rule_handled", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_rule_handled_project_id"), ["project_id"], unique=False
        )

    with op.batch_alter_table("adjudication", schema=None) as batch_op:
        batch_op.add_column(sa.Column("blind", sa.Boolean(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("adjudication", schema=None) as batch_op:
        batch_op.drop_column("blind")

    with op.batch_alter_table("rule_handled", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rule_handled_project_id"))

    op.drop_table("rule_handled")
    with op.batch_alter_table("repeat_label", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_repeat_label_session_id"))
        batch_op.drop_index(batch_op.f("ix_repeat_label_reviewer_id"))

    op.drop_table("repeat_label")
