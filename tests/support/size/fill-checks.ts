/** Rows of screenings: one for everybody involved in each payout, and the operators' decisions. */
export const CHECK_ROWS = [
  `insert into "person_detail" ("userId", "company", "country", "updatedAt")
   select "id", 'Company ' || "id", 'KE', now() from "user" where "role" <> 'admin'`,
  `insert into "list_snapshot" ("id", "list", "fetchedAt", "address", "sha256", "bytes", "parsedCount", "added", "ended", "reader")
   values (pg_temp.key(30, 1), 'un', now(), 'http://127.0.0.1', repeat('a', 64), 1, 1, 1, 0, 1)`,
  `insert into "list_entry" ("id", "list", "sourceId", "hash", "kind", "detail", "snapshotId", "since", "endedAt")
   values (pg_temp.key(31, 1), 'un', 'ended', repeat('a', 64), 'person',
     '{"names": [{"text": "Nobody", "isWeak": false}], "births": [], "countries": [], "programmes": [], "documents": [], "wallets": [], "remarks": null}',
     pg_temp.key(30, 1), now(), now())`,
  `insert into "screening" ("id", "subject", "subjectHash", "purpose", "payoutId", "exitId", "snapshotIds", "engine", "outcome", "at", "lastAt")
   select pg_temp.key(32 + side, n),
     case side when 0 then 'user:' || pg_temp.key(1, buyer) when 1 then 'user:' || pg_temp.key(1, seller) else 'wallet:G' || n end,
     repeat('b', 64), case when "isHeld" then 'exit' else 'payout' end, case when not "isHeld" then pg_temp.key(10, n) end,
     case when "isHeld" then pg_temp.key(52, n) end, array[pg_temp.key(30, 1)], 1, 'clear', at + interval '2 days', at + interval '2 days'
   from plan, generate_series(0, 2) as side where fate in ('released', 'refunded', 'paying')`,
  `insert into "screening_review" ("id", "subject", "subjectHash", "personId", "entryId", "entryHash", "by", "typed", "listed", "score", "words",
     "state", "openedAt", "decidedById", "decidedAt", "reason")
   select pg_temp.key(36, n), 'user:' || pg_temp.key(1, buyer), repeat('b', 64), pg_temp.key(1, buyer), pg_temp.key(31, 1), 'entry ' || n, 'name',
     'Nobody', 'Nobody', (70 + n % 30) / 100.0, '[]', 'false_match', at, pg_temp.key(1, 5), at, 'Another birth date.'
   from plan where n % 20 = 7`,
  `insert into "screening_review" ("id", "subject", "subjectHash", "personId", "entryId", "entryHash", "by", "typed", "listed", "score", "words",
     "state", "openedAt")
   select pg_temp.key(37, n), 'user:' || pg_temp.key(1, buyer), repeat('b', 64), pg_temp.key(1, buyer), pg_temp.key(31, 1), 'open ' || n, 'name',
     'Nobody', 'Nobody', (70 + n % 30) / 100.0, '[]', 'open', at from plan where n <= $OPEN`,
]
