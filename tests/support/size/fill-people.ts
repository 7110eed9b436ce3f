/** People, their requests and sign-ins. */
export const PEOPLE_ROWS = [
  `insert into "user" ("id", "name", "email", "emailConfirmedAt", "role", "hasPaid", "plan", "createdAt", "updatedAt")
   select pg_temp.key(1, n), 'Person ' || n, 'person-' || n || '@example.org', now(),
     (case when n = 5 then 'admin' when n in (1, 2) or n % 2 = 0 and n > 5 then 'buyer' else 'seller' end)::"Role",
     n <> 5, case when n % 50 = 0 then 'pilot' end, now() - interval '731 days' + n * interval '1 second', now()
   from generate_series(1, (select max(greatest(buyer, seller)) from plan)) as n`,
  `insert into "session" ("tokenHash", "userId", "expiresAt", "lastSeenAt")
   select 'session ' || n, pg_temp.key(1, n), now() + interval '6 days', now() - interval '1 hour'
   from generate_series(6, (select max(greatest(buyer, seller)) from plan)) as n`,
  // At most fifty are stored per person.
  `insert into "saved_wallet" ("userId", "use", "asset", "address")
   select pg_temp.key(1, buyer), 'receiving', 'XLM', 'G' || n
   from (select n, buyer, row_number() over (partition by buyer order by n) as nth from plan where n % 10 = 0) as wallet
   where nth <= 50`,
  `insert into "payment_reference" ("number")
   select 1000 + n from generate_series(1, (select 3 * max(n) from plan)) as n`,
  `insert into "fee_quote" ("id", "userId", "state", "amountUsd", "grossUsd", "couponDiscountUsd", "minimumTopUpUsd", "netUsd",
     "feeDiscountUsd", "commissionUsd", "asset", "account", "reference", "amountDue", "priceUsd", "priceSource", "priceAt",
     "lockedAt", "expiresAt", "paidAt", "createdAt")
   select pg_temp.key(3, n), pg_temp.key(1, buyer), 'paid', 20000, 150, 0, 0, 150, 0, 0, 'XLM', :stellar_fee, 1000 + n,
     1363.6364, 0.11, 'CoinGecko', at, at, at + interval '15 minutes', at, at
   from plan where n % 3 = 0`,
  `insert into "fee_receipt" ("number", "issuedAt", "sellerName", "billedAt", "changedAt", "billedName")
   select "reference", "paidAt", 'Quayside', "paidAt", "paidAt", 'Trade ' || "reference" from "fee_quote"`,
  `insert into "service_terms_acceptance" ("id", "userId", "version", "at", "occasion")
   select pg_temp.key(50, n), pg_temp.key(1, n), 'v1.0-2025-08-30', now() - interval '700 days', 'registration'
   from generate_series(1, (select max(greatest(buyer, seller)) from plan)) as n`,
  // Emails to few of them bounce.
  `insert into "mail_address" ("address", "trouble", "since", "words", "eventAt")
   select 'person-' || n || '@example.org', case when n % 100 = 50 then 'bounced' end, case when n % 100 = 50 then now() end, '', now()
   from generate_series(6, (select max(greatest(buyer, seller)) from plan)) as n`,
  `insert into "fee_quote_lock" ("id", "feeQuoteId", "amountDue", "priceUsd", "priceSource", "priceAt", "lockedAt", "expiresAt")
   select "id", "id", "amountDue", "priceUsd", "priceSource", "priceAt", "lockedAt", "expiresAt" from "fee_quote"`,
  `insert into "failed_payment" ("id", "uid", "txid", "currency", "reason", "timestamp")
   select pg_temp.key(16, n), pg_temp.key(1, buyer), pg_temp.hash('e', n), 'XLM', 'memo_mismatch', at from plan where n % 5 = 0`,
  `insert into "submit_form" ("token", "userId", "reference", "sentAt", "issuedAt")
   select pg_temp.key(17, p.n), pg_temp.key(1, buyer), 1000 + 2 * total + p.n, at, at
   from plan p, (select max(n) as total from plan) as size where p.n % 2 = 0`,
  `insert into "submit_draft" ("token", "userId", "typed", "steps", "changedAt")
   select pg_temp.key(62, n), pg_temp.key(1, buyer), '{"amount": ["12.5"]}', 1, now() - interval '1 day' from plan where n % 50 = 0`,
  `insert into "form_token" ("token", "digest", "userId", "escrowId", "usedAt")
   select pg_temp.key(17, n), '', pg_temp.key(1, buyer), id, now() - interval '1 day' from plan where n % 20 = 0`,
  `insert into "captcha_stamp" ("stamp", "formToken", "userId", "usedAt")
   select 'stamp ' || n, pg_temp.key(17, n), pg_temp.key(1, buyer), now() - interval '1 day' from plan where n % 20 = 0`,
  `insert into "access_record" ("id", "kind", "hour", "userId", "escrowId", "subject", "place", "firstAt", "lastAt")
   select pg_temp.key(18, n), case when n % 2 = 0 then 'signed_in' else 'statement_read' end, date_trunc('hour', at),
     pg_temp.key(1, buyer), case when n % 2 = 1 then id end, '', '203.0.' || n % 256 || '.0/24', at, at
   from plan where at > now() - interval '390 days'`,
  `insert into "reseller" ("id", "resellerId", "name")
   select pg_temp.key(31, n), 'reseller ' || n, 'Reseller ' || n from generate_series(1, 60) as n`,
  `insert into "reseller_earning" ("id", "resellerId", "resellerName", "code", "commissionUSD", "feeNetUSD", "feeGrossUSD",
     "discountRate", "payoutRate", "buyerUid", "paymentHash", "currency", "amountCrypto", "transactionAmountUSD", "status",
     "payableFrom", "createdAt", "reversedAt", "reversedFor", "reversedById", "reverseReason")
   select pg_temp.key(32, n), 'reseller ' || 1 + n % 60, 'Reseller', 'CODE', 10, 100, 100, 0.05, 0.1, pg_temp.key(1, buyer),
     'earned ' || n, 'USDC', 100, 13000, case when n % 40 = 0 then 'accrued' when n % 40 = 1 then 'payable' else 'reversed' end,
     now() + interval '14 days', at, case when n % 40 > 1 then at end, case when n % 40 > 1 then 'not_earned' end,
     case when n % 40 > 1 then pg_temp.key(1, 5) end, case when n % 40 > 1 then 'x' end
   from plan where n % 3 = 0`,
]
