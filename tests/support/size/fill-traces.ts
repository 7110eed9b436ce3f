/** What trade leaves besides money: emails, events, documents, links. */
export const TRACE_ROWS = [
  `insert into "audit_event" ("id", "escrowId", "userId", "kind", "detail", "at")
   select pg_temp.key(19 + step, n), id, pg_temp.key(1, buyer), (array['escrow_opened', 'escrow_funded', 'shipment_confirmed'])[step + 1], '{}',
     at + step * interval '1 hour'
   from plan, generate_series(0, 2) as step`,
  `insert into "outbox_letter" ("id", "key", "userId", "recipient", "locale", "content", "createdAt", "sentAt", "providerId", "attempts",
     "firstTriedAt", "nextTryAt", "escrowId", "senderId")
   select pg_temp.key(22 + copy, n), 'letter ' || copy || ' ' || n, pg_temp.key(1, case copy when 0 then seller else buyer end),
     'person-' || case copy when 0 then seller else buyer end || '@example.org', 'en',
     jsonb_build_object('letter', case copy when 0 then 'escrow_opened' else 'escrow_funded' end, 'transactionId', pg_temp.txid(n),
       'amount', '1000', 'asset', asset, 'notes', 'Forty bags of coffee, lot ' || n, 'buyer', 'Person ' || buyer),
     at, at + interval '1 minute', 'mail ' || n, 1, at, at, id, case copy when 0 then pg_temp.key(1, buyer) end
   from plan, generate_series(0, 1) as copy`,
  `insert into "mail_event" ("id", "kind", "address", "letterId", "words", "at", "receivedAt")
   select 'event ' || n, case when n % 100 = 7 then 'bounced' else 'delivered' end, 'person-' || seller || '@example.org', pg_temp.key(22, n),
     '', at, at
   from plan where n % 100 = 7 or at > now() - interval '89 days'`,
  `insert into "party_visit" ("escrowId", "userId", "at")
   select id, pg_temp.key(1, case copy when 0 then seller else buyer end), at from plan, generate_series(0, 1) as copy
   where buyer <> seller`,
  `insert into "desk_note" ("id", "kind", "userId", "escrowId", "payoutId", "letterId", "text", "byId", "at")
   select pg_temp.key(30, n), case n % 3 when 0 then 'send_letter' else 'note' end, pg_temp.key(1, buyer),
     case when n % 3 > 0 then id end, null, case when n % 3 = 0 then pg_temp.key(22, n) end, 'Called, and all is well.',
     pg_temp.key(1, 5), at
   from plan where n % 4 = 0`,
  `insert into "escrow_document" ("id", "escrowId", "type", "fileName", "contentType", "size", "sha256", "storageKey", "uploadedById", "uploadedAt")
   select pg_temp.key(24, n), id, 'BillOfLading', 'bill-of-lading.pdf', 'application/pdf', 1000, repeat('a', 64), 'document ' || n,
     pg_temp.key(1, seller), at + interval '1 day'
   from plan where fate in ('released', 'paying', 'going') and n % 2 = 0`,
  `insert into "escrow_contract" ("escrowId", "fileName", "contentType", "size", "sha256", "storageKey", "uploadedAt")
   select id, 'contract.pdf', 'application/pdf', 1000, repeat('b', 64), 'contract ' || n, at from plan where n % 2 = 1`,
  `insert into "view_link" ("id", "escrowId", "madeById", "tokenHash", "showsFiles", "createdAt", "expiresAt")
   select pg_temp.key(27, n), id, pg_temp.key(1, buyer), 'link ' || n, false, at, at + interval '7 days' from plan where n % 10 = 3`,
  `insert into "seller_invitation" ("id", "escrowId", "email", "tokenHash", "createdAt", "expiresAt")
   select pg_temp.key(25, n), id, 'person-' || seller || '@example.org', 'invitation ' || n, at, at + interval '14 days' from plan where n % 3 = 0`,
  `insert into "stated_payment" ("id", "escrowId", "hash", "ledgerHash", "statedAt", "verdict", "judgedAt")
   select pg_temp.key(26, n), id, pg_temp.hash('a', n), pg_temp.hash('a', n), at, 'counted', at
   from plan where n % 10 = 0 and fate not in ('waiting', 'cancelled')`,
]
