"""Who somebody is, and how that is known."""

from dataclasses import dataclass

from storage.tables import IdentityKind

ADDED = {
    IdentityKind.TYPED: "typed",
    IdentityKind.HEADER: "by proxy",
    IdentityKind.OIDC: "signed in",
}


@dataclass(frozen=True, slots=True)
class Identity:
    """
    Who somebody is to whoever vouches for them.

    Attributes:
        kind: Who vouches; for a typed name, nobody does.

        subject: What they are called there: the key, the same at every visit.

        name: What people read; the subject where there is nothing better.
    """

    kind: IdentityKind
    subject: str
    name: str

    @property
    def is_verified(self) -> bool:
        """Whether anybody vouches for it."""
        return self.kind is not IdentityKind.TYPED

    def names(self, tries: int) -> list[str]:
        """Return the names to give them in a project, the first that is free: no two have one."""
        first = f"{self.name} ({ADDED[self.kind]})"
        return [self.name, first, *(f"{first} {n}" for n in range(2, tries))]


def typed(name: str) -> Identity:
    """Return the identity of somebody who typed a name."""
    return Identity(IdentityKind.TYPED, name, name)
