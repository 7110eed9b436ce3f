/** Rows of on-chain escrows, all of them ended. */
export const HELD_ROWS = [
  `insert into "hold" ("escrowId", "buyerWallet", "deadline", "createdAt")
   select id, 'GBUYER' || buyer, date_trunc('second', at) + interval '90 days', at from plan where "isHeld"`,
  `insert into "hold_agreement" ("id", "escrowId", "sellerWallet", "agreedById", "agreedAt", "account", "arbiter", "sponsor", "openedAt",
     "closedAt")
   select pg_temp.key(50, n), id, 'G' || n, pg_temp.key(1, seller), at, 'GHELD' || n, 'GARBITER', 'GSPONSOR', at, at
   from plan where "isHeld"`,
  `insert into "hold_draft" ("id", "escrowId", "agreementId", "network", "sequence", "hash", "xdr", "validUntil", "createdAt", "offeredAt",
     "endedAt")
   select pg_temp.key(56, n), id, pg_temp.key(50, n), 'stellar', n, pg_temp.hash('m', n), repeat('A', 600), at + interval '1 hour', at, at, at
   from plan where "isHeld"`,
  `insert into "hold_wallet_change" ("id", "escrowId", "agreementId", "askedById", "askedAt", "until", "endedAt", "end")
   select pg_temp.key(57, n), id, pg_temp.key(50, n), pg_temp.key(1, seller), at, at + interval '3 hours', at, 'withdrawn'
   from plan where "isHeld"`,
  `insert into "hold_clearance" ("id", "agreementId", "escrowId", "askedAt", "usdValue", "clearedAt", "goodUntil", "usedAt")
   select pg_temp.key(55, n), pg_temp.key(50, n), id, at, 1000, at, at + interval '7 days', at from plan where "isHeld"`,
  `insert into "hold_lock" ("id", "escrowId", "agreementId", "balanceId", "hash", "lockedAt", "foundAt", "counts", "end", "endHash", "endedAt")
   select pg_temp.key(51, n), id, pg_temp.key(50, n), 'balance ' || n, pg_temp.hash('h', n), at, at, true, 'released',
     pg_temp.hash('i', n), at + interval '2 days' from plan where "isHeld"`,
  `insert into "transfer" ("id", "escrowId", "settlementId", "lockId", "purpose", "state", "network", "asset", "amount", "paidFrom", "description",
     "hash", "xdr", "settledHash", "settledAt", "createdAt", "updatedAt")
   select pg_temp.key(52, n), id, pg_temp.key(62, n), pg_temp.key(51, n), 'release', 'confirmed', network, asset, 1000, null, '{}',
     pg_temp.hash('j', n), repeat('A', 600), pg_temp.hash('i', n), at + interval '2 days', at, at from plan where "isHeld"`,
  `insert into "hold_signature" ("exitId", "address", "signature", "addedAt")
   select pg_temp.key(52, n), address, repeat('A', 88), at from plan, unnest(array['GBUYER' || buyer, 'GARBITER']) as address
   where "isHeld"`,
  `insert into "hold_closing" ("exitId", "sequence", "hash", "xdr", "wallet", "signature", "signedAt", "lookAt", "endedAt")
   select pg_temp.key(52, n), n::text, pg_temp.hash('n', n), repeat('A', 600), 'GBUYER' || buyer, repeat('A', 88), at, at + interval '90 days',
     at + interval '90 days' from plan where "isHeld"`,
  `insert into "hold_share" ("balanceId", "exitId", "side", "amount", "createdAt", "takenAt", "takenBy")
   select 'share ' || side || n, pg_temp.key(52, n), side, 500, at, at, pg_temp.hash('o', n)
   from plan, unnest(array['buyer', 'seller']) as side where "isHeld"`,
  `insert into "hold_return" ("id", "escrowId", "lockId", "askedById", "asset", "amount", "sequence", "hash", "xdr", "validUntil", "offeredAt",
     "lookAt", "endedAt", "end")
   select pg_temp.key(58, n), id, pg_temp.key(51, n), pg_temp.key(1, buyer), 'XLM', 1000, n::text, pg_temp.hash('p', n), repeat('A', 600),
     at + interval '1 hour', at, at, at + interval '2 hours', 'expired' from plan where "isHeld"`,
  `insert into "transfer_attempt" ("id", "purpose", "agreementId", "exitId", "network", "hash", "blob", "source", "sequence", "laneKey",
     "validUntil", "leaseEpoch", "state", "createdAt", "closedAt")
   select pg_temp.key(53, n), 'opening'::"TransferPurpose", pg_temp.key(50, n), null, 'stellar'::"Network", pg_temp.hash('k', n), repeat('A', 600),
     'GCHANNEL' || n % 20, n::text, 'lane ' || n, '1700000000', 1, 'settled'::"AttemptState", at, at
   from plan where "isHeld"
   union all
   select pg_temp.key(54, n), 'wrap', null, pg_temp.key(52, n), 'stellar', pg_temp.hash('l', n), repeat('A', 600), 'GHELD' || n, n::text,
     'lane ' || n, '1700000000', 1, 'settled', at, at from plan where "isHeld"`,
]
