/** Escrows, their payments in and out, and their books. */
export const MONEY_ROWS = [
  `insert into "escrow" ("id", "transactionId", "type", "buyerId", "sellerId", "currency", "amount", "notes", "terms", "sellerEmail",
     "account", "reference", "walletAddress", "receivedAmount", "txValidated", "verifiedAt", "realTxId", "paidAt",
     "sellerConfirmed", "confirmedAt", "payoutAddress", "payoutStatedAt", "documentApprovalStatus", "decidedAt", "releasedAt",
     "cancelledAt", "refundAddress", "refundStatedAt", "heldBy", "createdAt", "updatedAt")
   select id, pg_temp.txid(n), 'auto', pg_temp.key(1, buyer), case when isConfirmed then pg_temp.key(1, seller) end, asset, 1000,
     'Forty bags of coffee, lot ' || n, 'Payment against documents.', 'person-' || seller || '@example.org',
     case asset when 'XRP' then :xrpl_escrow else :stellar_escrow end, 1000 + (select max(n) from plan) + n, 'G' || n,
     case when isFunded then 1000 else 0 end, isFunded, case when isFunded then at end,
     case when isFunded then pg_temp.hash('a', n) end, case when isFunded then at end, isConfirmed,
     case when isConfirmed then at + interval '1 day' end, case when isConfirmed then 'G' || n end,
     case when isConfirmed then at + interval '1 day' end,
     (case when fate in ('released', 'paying') then 'Approved' else 'Pending' end)::"Approval",
     case when fate in ('released', 'paying') then at + interval '2 days' end,
     case when fate = 'released' then at + interval '2 days' end, case when fate = 'cancelled' then at + interval '1 day' end,
     case when fate = 'refunded' then 'GB' || n end, case when fate = 'refunded' then at end,
     (case when "isHeld" then 'ledger' else 'quayside' end)::"HeldBy", at, at
   from plan, lateral (select fate not in ('waiting', 'cancelled') as isFunded, fate in ('released', 'paying', 'going') as isConfirmed) as facts`,
  `insert into "ledger_payment" ("id", "network", "hash", "operation", "fromAddress", "toAddress", "asset", "assetLabel", "amount",
     "memo", "escrowId", "closedAt", "seenAt")
   select pg_temp.key(4, n), network, pg_temp.hash('a', n), '1', 'GFROM' || buyer, case asset when 'XRP' then :xrpl_escrow else :stellar_escrow end,
     asset, asset::text, 1000, (1000 + (select max(n) from plan) + n)::text, id, at, at
   from plan where fate not in ('waiting', 'cancelled') and not "isHeld"`,
  `insert into "ledger_payment" ("id", "network", "hash", "operation", "fromAddress", "toAddress", "asset", "assetLabel", "amount",
     "memo", "feeQuoteId", "closedAt", "seenAt")
   select pg_temp.key(5, n), 'stellar', pg_temp.hash('b', n), '1', 'GFROM' || buyer, :stellar_fee, 'XLM', 'XLM', 1363.6364,
     (1000 + n)::text, pg_temp.key(3, n), at, at
   from plan where n % 3 = 0`,
  `insert into "fee_payment" ("paymentHash", "txid", "buyerUid", "payerWalletAddress", "payWith", "payToAddress", "payToMemoOrTag",
     "amountCrypto", "transactionAmountUSD", "feeGrossUSD", "feeDiscountUSD", "feeNetUSD", "commission", "commissionUSD", "covers",
     "createdAt", "lastUpdated")
   select pg_temp.hash('b', n), pg_temp.hash('b', n), pg_temp.key(1, buyer), 'GFROM' || buyer, 'XLM', :stellar_fee, (1000 + n)::text,
     1363.6364, 20000, 150, 0, 150, false, 0, 'escrow', at, at
   from plan where n % 3 = 0`,
  `insert into "ledger_payment" ("id", "network", "hash", "operation", "fromAddress", "toAddress", "asset", "assetLabel", "amount",
     "problem", "closedAt", "seenAt")
   select pg_temp.key(6, n), 'stellar', pg_temp.hash('e', n), '1', 'GSTRANGER' || n, :stellar_escrow, 'XLM', 'XLM', 7, 'no_memo', at, at
   from plan where n % 5 = 0`,
  `insert into "payment_case" ("id", "kind", "ledgerPaymentId", "amount", "assetLabel", "openedAt", "closedAt", "closedById", "outcome", "end")
   select pg_temp.key(7, n), 'no_memo', pg_temp.key(6, n), 7, 'XLM', at,
     case when isClosed then at + interval '1 day' end, case when isClosed then pg_temp.key(1, 5) end,
     case when isClosed then 'Kept: nobody has asked.' end, case when isClosed then 'kept' end
   from plan, lateral (select n <= (select max(n) - 5 * $OPEN from plan) as isClosed) as facts where n % 5 = 0`,
  `insert into "claimable_money" ("id", "network", "account", "kind", "ledgerId", "hash", "maker", "asset", "amount", "reference", "needsSecret",
     "foundAt", "nextClaimAt", "nextLookAt", "endedAt")
   select pg_temp.key(7, 1000000 + n), 'stellar', :stellar_escrow, 'claimable_balance', pg_temp.hash('c', n), pg_temp.hash('m', n), 'GSTRANGER' || n,
     'XLM', 7, n, false, at, at, at + interval '800 days', case when n % 100 <> 0 then at + interval '1 hour' end
   from plan where n % 5 = 0`,
  `insert into "gathered_payment" ("ledgerPaymentId", "caseId")
   select pg_temp.key(6, n), pg_temp.key(7, n) from plan where n % 50 = 0`,
  `insert into "dispute" ("id", "escrowId", "openedById", "reason", "openedAt", "decision", "decidedAt", "decidedById", "sellerAmount", "buyerAmount", "note")
   select pg_temp.key(8, n), id, pg_temp.key(1, buyer), 'Sixteen of the bags arrived wet.', at,
     case when isDecided then 'dismissed' end, case when isDecided then at + interval '3 days' end,
     case when isDecided then pg_temp.key(1, 5) end, null, null, 'Read.'
   from plan, lateral (select fate <> 'going' as isDecided) as facts where n % 50 = 0 or fate = 'going'`,
  // In each the seller made a statement with a photograph.
  `insert into "dispute_statement" ("id", "disputeId", "side", "statedById", "number", "words", "digest", "statedAt")
   select pg_temp.key(60, n), pg_temp.key(8, n), 'seller', pg_temp.key(1, seller), 1, 'All bags were dry.', 'digest ' || n, at
   from plan where n % 50 = 0 or fate = 'going'`,
  `insert into "dispute_file" ("id", "statementId", "number", "fileName", "contentType", "size", "sha256", "storageKey", "uploadedById", "uploadedAt")
   select pg_temp.key(61, n), pg_temp.key(60, n), 1, 'dry.jpg', 'image/jpeg', 1000, repeat('c', 64), 'dispute ' || n, pg_temp.key(1, seller), at
   from plan where n % 50 = 0 or fate = 'going'`,
  `insert into "refund_request" ("id", "escrowId", "reason", "askedAt", "answer", "answeredAt", "answeredById")
   select pg_temp.key(9, n), id, 'The ship was late.', at, 'agreed', at, pg_temp.key(1, seller) from plan where fate = 'refunded'`,
  `insert into "milestone" ("id", "escrowId", "amount", "fundBy", "presentBy", "examineDays", "onSilence", "createdAt")
   select pg_temp.key(64, n), id, 1000, at + interval '10 days', at + interval '60 days', 5, 'quayside', at from plan`,
  `insert into "undelivered_pause" ("escrowId", "step", "userId", "startedAt", "endedAt")
   select id, 'present', pg_temp.key(1, seller), at, at + interval '1 day' from plan where n % 10 = 5`,
  // One ended deadline per trade, one running for those that wait for money.
  `insert into "escrow_clock" ("id", "escrowId", "milestoneId", "kind", "owner", "since", "turnSince", "startedAt", "dueAt", "nextAt", "endedAt", "end")
   select pg_temp.key(40, n), id, pg_temp.key(64, n), 'fund', 'buyer', at, at, at, at + interval '800 days', at + interval '800 days',
     case when fate <> 'waiting' then at + interval '1 day' end, case when fate <> 'waiting' then 'moved' end from plan`,
  `insert into "time_request" ("id", "escrowId", "step", "since", "askedById", "reason", "until", "askedAt", "answer", "answeredAt")
   select pg_temp.key(41, n), id, 'fund', at, pg_temp.key(1, buyer), 'The bank is slow.', at + interval '20 days', at, 'declined', at
   from plan where n % 10 = 0`,
  `insert into "presentation" ("id", "escrowId", "milestoneId", "round", "presentedAt")
   select pg_temp.key(42, n), id, pg_temp.key(64, n), 1, at + interval '1 day' from plan where fate in ('released', 'paying', 'going')`,
  // Every third presentation got a discrepancy notice; its discrepancies were waived.
  `insert into "examination" ("id", "escrowId", "round", "givenById", "givenAt", "reason", "isBinding")
   select pg_temp.key(43, n), id, 1, pg_temp.key(1, buyer), at + interval '1 day', 'The dates do not fit.', true
   from plan where fate in ('released', 'paying', 'going') and n % 3 = 0`,
  `insert into "examined_file" ("id", "examinationId", "documentId", "type", "fileName", "size", "sha256")
   select pg_temp.key(44, n), pg_temp.key(43, n), pg_temp.key(45, n), 'BillOfLading', 'lading.pdf', 100, pg_temp.hash('f', n)
   from plan where fate in ('released', 'paying', 'going') and n % 3 = 0`,
  `insert into "discrepancy" ("id", "examinationId", "type", "reasons", "words")
   select pg_temp.key(46, n), pg_temp.key(43, n), 'BillOfLading', array['presented_late'], ''
   from plan where fate in ('released', 'paying', 'going') and n % 3 = 0`,
  `insert into "waiver_request" ("id", "escrowId", "examinationId", "askedById", "words", "askedAt", "answer", "answeredAt")
   select pg_temp.key(47, n), id, pg_temp.key(43, n), pg_temp.key(1, seller), 'The goods have come.', at + interval '1 day', 'waived',
     at + interval '2 days' from plan where fate in ('released', 'paying', 'going') and n % 3 = 0`,
  // Some have a superseded proposal of a lower price.
  `insert into "division" ("id", "escrowId", "kind", "side", "proposedById", "sellerAmount", "buyerAmount", "payoutAddress", "words",
     "proposedAt", "answer", "answeredAt")
   select pg_temp.key(42, n), id, 'reduction', 'buyer', pg_temp.key(1, buyer), 900, 100, 'G' || n, 'A few bags.', at, 'superseded', at
   from plan where n % 10 = 0`,
  `insert into "amendment" ("id", "escrowId", "proposedById", "words", "presentBy", "changesDocuments", "proposedAt", "answer", "answeredById", "answeredAt")
   select pg_temp.key(42, n), id, pg_temp.key(1, buyer), 'The vessel is late.', at + interval '70 days', false, at,
     case when n % 20 = 0 then 'agreed' end, case when n % 20 = 0 then pg_temp.key(1, seller) end, case when n % 20 = 0 then at end
   from plan where n % 10 = 0`,
  `insert into "accepted_terms" ("escrowId", "version", "sha256", "text", "acceptedById", "acceptedAt", "amendmentId")
   select id, version, encode(sha256(convert_to('{"n":' || n || '}', 'UTF8')), 'hex'), '{"n":' || n || '}', pg_temp.key(1, seller), at,
     case version when 2 then pg_temp.key(42, n) end
   from plan, generate_series(1, case when n % 20 = 0 then 2 else 1 end) as version`,
  `insert into "settlement" ("id", "escrowId", "milestoneId", "cause", "toSeller", "toBuyer", "createdAt")
   select pg_temp.key(62, n), id, pg_temp.key(64, n), (case when back then 'agreed_refund' else 'approval' end)::"SettlementCause",
     case when back then 0 else 1000 end, case when back then 1000 else 0 end, at + interval '2 days'
   from (select *, fate = 'refunded' and not "isHeld" as back from plan) plan
   where fate in ('released', 'refunded', 'paying') or "isHeld"`,
  `insert into "transfer" ("id", "escrowId", "settlementId", "purpose", "state", "network", "asset", "amount", "address", "settledHash", "settledAt",
     "waitsFor", "feePaid", "usdValue", "clearedAt", "createdAt", "updatedAt")
   select pg_temp.key(10, n), id, pg_temp.key(62, n), (case fate when 'refunded' then 'refund' else 'release' end)::"PayoutPurpose",
     (case fate when 'paying' then 'queued' else 'confirmed' end)::"PayoutState", network, asset, 1000, 'G' || n,
     case when fate <> 'paying' then pg_temp.hash('c', n) end, case when fate <> 'paying' then at + interval '2 days' end,
     case when fate = 'paying' then 'turn' end, case when fate <> 'paying' then 0.00001 end, 110, at + interval '2 days',
     at + interval '2 days', at + interval '2 days'
   from plan where fate in ('released', 'refunded', 'paying') and not "isHeld"`,
  `insert into "settlement_approval" ("id", "payoutId", "operatorId", "address", "aboveLimit", "reason", "at")
   select pg_temp.key(63, n), pg_temp.key(10, n), pg_temp.key(1, 5), 'G' || n, 'day', 'Called.', at + interval '2 days'
   from plan where fate in ('released', 'refunded') and not "isHeld" and n % 2 = 0`,
  `insert into "payout_redirect" ("payoutId", "operatorId", "at")
   select pg_temp.key(10, n), pg_temp.key(1, 5), at from plan where fate in ('released', 'refunded') and not "isHeld" and n % 2 = 0`,
  `insert into "transfer_attempt" ("id", "purpose", "payoutId", "network", "hash", "blob", "source", "sequence", "laneKey", "validUntil", "leaseEpoch",
     "state", "createdAt", "closedAt")
   select pg_temp.key(11, n), 'payout', pg_temp.key(10, n), network, pg_temp.hash('c', n), repeat('A', 600), 'GCHANNEL' || n % 20, n::text,
     'lane ' || n, '1700000000', 1, 'settled', at + interval '2 days', at + interval '2 days'
   from plan where fate in ('released', 'refunded') and not "isHeld"`,
  `insert into "outgoing_transaction" ("id", "network", "hash", "account", "source", "sequence", "facts", "closedAt", "explanation",
     "payoutId", "explainedAt")
   select pg_temp.key(12, n), network, pg_temp.hash('c', n), case asset when 'XRP' then :xrpl_escrow else :stellar_escrow end,
     'GCHANNEL' || n % 20, n::text, '{}', at + interval '2 days', 'payout', pg_temp.key(10, n), at + interval '2 days'
   from plan where fate in ('released', 'refunded') and not "isHeld"`,
  `insert into "book_entry" ("id", "kind", "fact", "hash", "at") overriding system value
   select 10 * n, 'payment', pg_temp.key(4, n)::text, pg_temp.hash('a', n), at from plan where fate not in ('waiting', 'cancelled') and not "isHeld"
   union all
   select 10 * n + 1, 'payout', pg_temp.key(10, n)::text, pg_temp.hash('c', n), at + interval '2 days' from plan where fate in ('released', 'refunded') and not "isHeld"`,
  `select setval(pg_get_serial_sequence('book_entry', 'id'), (select max("id") + 1 from "book_entry"))`,
  `insert into "book_posting" ("entryId", "side", "account", "network", "asset", "heldAt", "units")
   select 10 * n + payout, side, case when (side = 'gets') = (payout = 0) then 'ledger:' || network || ':' || place else 'escrow:' || id end,
     network, asset::text::"BookAsset", place, case side when 'gets' then 1 else -1 end * 1000000
   from plan, lateral (select case asset when 'XRP' then :xrpl_escrow else :stellar_escrow end as place) as p,
     (values ('gets', 0), ('gives', 0), ('gets', 1), ('gives', 1)) as sides (side, payout)
   where not "isHeld" and case payout when 0 then fate not in ('waiting', 'cancelled') else fate in ('released', 'refunded') end`,
  `insert into "reconciliation" ("id", "at", "network", "account", "role", "asset", "onLedger", "booked", "underWay", "difference", "owed", "float")
   select pg_temp.key(13, n), at, network, case asset when 'XRP' then :xrpl_escrow else :stellar_escrow end, 'client', asset, 5, 5, 0, 0, 5, 0
   from plan where n % 25 < 3`,
]
