"""Labels by people: queues, what a reviewer is shown and when, and how reviewers do."""
