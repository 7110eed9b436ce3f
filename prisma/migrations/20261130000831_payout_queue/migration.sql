-- In steps: the index is built beside the traffic (decision 050). Every statement may be run again.

-- The queue of an account, in its order: by when a payout may be tried, which is at once for one that nobody has tried.
create index concurrently if not exists "payout_queue"
  on "payout" ("network", "paidFrom", (coalesce("nextTryAt", "createdAt")), "createdAt", "id") where "state" = 'queued';
