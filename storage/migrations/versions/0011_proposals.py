"""Proposals."""

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

from storage.tables.columns import JSON_VALUE, NUMBER, PACKED

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "proposal_call",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("rubric_version_id", NUMBER, nullable=False),
        sa.Column("criterion", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("judge", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("cache_key", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column(
            "status",
            sa.Enum(
                "started",
                "ok",
                "invalid",
                "error",
                name="callstatus",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("request", PACKED, nullable=True),
        sa.Column("reply", PACKED, nullable=True),
        sa.Column("usage", JSON_VALUE, nullable=True),
        sa.Column("cost_microdollars", sa.Integer(), nullable=True),
        sa.Column("http_status", sa.Integer(), nullable=True),
        sa.Column("provider_id", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("error", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("started_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("finished_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_proposal_call_project_id_project"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["rubric_version_id"],
            ["rubric_version.id"],
            name=op.f("fk_proposal_call_rubric_version_id_rubric_version"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposal_call")),
    )
    with op.batch_alter_table("proposal_call", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_proposal_call_project_id_cache_key"),
            ["project_id", "cache_key"],
            unique=False,
        )

    op.create_table(
        "proposal",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("project_id", NUMBER, nullable=False),
        sa.Column("rubric_id", NUMBER, nullable=False),
        sa.Column("rubric_version_id", NUMBER, nullable=False),
        sa.Column("criterion", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("judge_id", NUMBER, nullable=False),
        sa.Column("reference", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("blind_only", sa.Boolean(), nullable=False),
        sa.Column("author", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("is_by_model", sa.Boolean(), nullable=False),
        sa.Column("call_id", NUMBER, nullable=True),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("text", JSON_VALUE, nullable=False),
        sa.Column("changes", JSON_VALUE, nullable=False),
        sa.Column("refused", JSON_VALUE, nullable=False),
        sa.Column("evidence", JSON_VALUE, nullable=False),
        sa.Column("edits", sa.Integer(), nullable=False),
        sa.Column("edited_by", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "open",
                "published",
                "dismissed",
                name="proposalstate",
                native_enum=False,
                create_constraint=True,
                length=24,
            ),
            nullable=False,
        ),
        sa.Column("decided_by", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("decided_why", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("decided_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True),
        sa.Column("published_as", sa.Integer(), nullable=True),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["call_id"],
            ["proposal_call.id"],
            name=op.f("fk_proposal_call_id_proposal_call"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["judge_id"], ["judge.id"], name=op.f("fk_proposal_judge_id_judge"), ondelete="RESTRICT"
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["project.id"],
            name=op.f("fk_proposal_project_id_project"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["rubric_id"],
            ["rubric.id"],
            name=op.f("fk_proposal_rubric_id_rubric"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["rubric_version_id"],
            ["rubric_version.id"],
            name=op.f("fk_proposal_rubric_version_id_rubric_version"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposal")),
    )
    with op.batch_alter_table("proposal", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_proposal_project_id"), ["project_id"], unique=False)
        batch_op.create_index(
            "uq_proposal_open",
            ["rubric_id", "criterion"],
            unique=True,
            sqlite_where=sa.text("state = 'open'"),
            postgresql_where=sa.text("state = 'open'"),
        )

    op.create_table(
        "proposal_trial",
        sa.Column("id", NUMBER, nullable=False),
        sa.Column("proposal_id", NUMBER, nullable=False),
        sa.Column("rubric_version_id", NUMBER, nullable=False),
        sa.Column("judge_id", NUMBER, nullable=False),
        sa.Column("run_id", NUMBER, nullable=True),
        sa.Column("units", JSON_VALUE, nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["judge_id"],
            ["judge.id"],
            name=op.f("fk_proposal_trial_judge_id_judge"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["proposal_id"],
            ["proposal.id"],
            name=op.f("fk_proposal_trial_proposal_id_proposal"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["rubric_version_id"],
            ["rubric_version.id"],
            name=op.f("fk_proposal_trial_rubric_version_id_rubric_version"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_proposal_trial_run_id_run"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposal_trial")),
    )
    with op.batch_alter_table("proposal_trial", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_proposal_trial_proposal_id"), ["proposal_id"], unique=False
        )

    with op.batch_alter_table("rubric", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("is_draft", sa.Boolean(), server_default=sa.false(), nullable=False)
        )


def downgrade() -> None:
    with op.batch_alter_table("rubric", schema=None) as batch_op:
        batch_op.drop_column("is_draft")

    with op.batch_alter_table("proposal_trial", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_proposal_trial_proposal_id"))

    op.drop_table("proposal_trial")
    with op.batch_alter_table("proposal", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_proposal_open",
            sqlite_where=sa.text("state = 'open'"),
            postgresql_where=sa.text("state = 'open'"),
        )
        batch_op.drop_index(batch_op.f("ix_proposal_project_id"))

    op.drop_table("proposal")
    with op.batch_alter_table("proposal_call", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_proposal_call_project_id_cache_key"))

    op.drop_table("proposal_call")
