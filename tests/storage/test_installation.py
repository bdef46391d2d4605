"""What belongs to a database as a whole."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import text

from storage import Store, installation
from storage.engine import opened, writing


def forget(url: str) -> None:
    engine = opened(url)
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM installation"))
    engine.dispose()


def secret_of(url: str) -> bytes:
    store = Store(url)
    found = store.secret()
    store.close()
    return found


def test_the_secret_is_there_from_the_start_and_stays(store: Store, database_url: str) -> None:
    assert len(store.secret()) == 32
    assert secret_of(database_url) == store.secret()


def test_two_databases_have_different_secrets(store: Store, database_url: str) -> None:
    first = store.secret()
    forget(database_url)

    assert store.secret() != first


def test_all_who_ask_at_once_for_the_first_time_get_the_same(
    store: Store, database_url: str
) -> None:
    forget(database_url)
    spawn = multiprocessing.get_context("spawn")

    with spawn.Pool(3) as processes, ThreadPoolExecutor(8) as threads:
        elsewhere = processes.map_async(secret_of, [database_url] * 6)
        here = list(threads.map(lambda _: store.secret(), range(16)))

        assert len({*here, *elsewhere.get(60)}) == 1


def test_the_release_of_the_queues_tables_is_known_apart_from_the_secret(
    store: Store, database_url: str
) -> None:
    secret = store.secret()
    engine = opened(database_url)
    with writing(engine) as connection:
        assert installation.queue_schema(connection) != ""
        installation.set_queue_schema(connection, "3.9")
        assert installation.queue_schema(connection) == "3.9"
    engine.dispose()

    assert store.secret() == secret
