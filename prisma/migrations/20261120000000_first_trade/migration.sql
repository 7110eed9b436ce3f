-- The first tables: accounts, fee, escrow, payouts, letters, prices.

create type "Role" as enum ('buyer', 'seller', 'admin');

create type "Asset" as enum ('XLM', 'XRP', 'USDC');

create type "Network" as enum ('stellar', 'xrpl');

create type "FeeQuoteState" as enum ('open', 'paid');

create type "EscrowType" as enum ('auto', 'manual');

create type "Approval" as enum ('Pending', 'Approved', 'Rejected');

create type "DocumentType" as enum ('CommercialInvoice', 'PackingList', 'BillOfLading', 'InsuranceCertificate', 'CertificateOfOrigin', 'InspectionCertificate', 'ShipmentImage');

create type "PayoutPurpose" as enum ('release', 'refund');

create type "PayoutState" as enum ('queued', 'signed', 'submitted', 'confirmed', 'blocked');

create type "AttemptState" as enum ('live', 'settled', 'failed', 'expired');

create table "user" (
  "id" uuid not null,
  "name" text not null,
  "email" text not null,
  "role" "Role",
  "locale" text not null default 'en',
  "hasPaid" boolean not null default false,
  "sanctionsConsent" boolean not null default false,
  "consentTimestamp" timestamptz(3),
  "termsVersion" text,
  "trialCredits" integer not null default 0,
  "plan" text,
  "pilotSource" text,
  "currency" "Asset",
  "paymentHash" text,
  "paidAt" timestamptz(3),
  "walletAddress" text,
  "walletMemo" text,
  "walletCurrency" "Asset",
  "buyerWalletAddress" text,
  "buyerWalletCurrency" "Asset",
  "buyerMemoTag" text,
  "feeGrossUSD" numeric(20, 2),
  "feeDiscountUSD" numeric(20, 2),
  "feeNetUSD" numeric(20, 2),
  "usdValue" numeric(20, 2),
  "cryptoAmount" numeric(30, 7),
  "coupon" jsonb,
  "nextReference" integer,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null,
  constraint "user_pkey" primary key ("id")
);

create table "password" (
  "userId" uuid not null,
  "hash" text not null,
  "updatedAt" timestamptz(3) not null,
  constraint "password_pkey" primary key ("userId")
);

create table "session" (
  "tokenHash" text not null,
  "userId" uuid not null,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "lastSeenAt" timestamptz(3) not null default current_timestamp,
  "expiresAt" timestamptz(3) not null,
  constraint "session_pkey" primary key ("tokenHash")
);

create table "payment_reference" (
  "number" integer not null,
  "createdAt" timestamptz(3) not null default current_timestamp,
  constraint "payment_reference_pkey" primary key ("number")
);

create table "fee_quote" (
  "id" uuid not null,
  "userId" uuid not null,
  "state" "FeeQuoteState" not null default 'open',
  "amountUsd" numeric(20, 2) not null,
  "grossUsd" numeric(20, 2) not null,
  "couponDiscountUsd" numeric(20, 2) not null,
  "minimumTopUpUsd" numeric(20, 2) not null,
  "netUsd" numeric(20, 2) not null,
  "feeDiscountUsd" numeric(20, 2) not null,
  "commissionUsd" numeric(20, 2) not null,
  "couponCode" text,
  "couponVerdict" text,
  "resellerId" text,
  "resellerName" text,
  "discountRate" numeric(6, 4),
  "payoutRate" numeric(6, 4),
  "asset" "Asset" not null,
  "account" text not null,
  "reference" integer not null,
  "amountDue" numeric(30, 7) not null,
  "priceUsd" numeric(20, 10) not null,
  "priceSource" text not null,
  "priceAt" timestamptz(3) not null,
  "lockedAt" timestamptz(3) not null,
  "expiresAt" timestamptz(3) not null,
  "paidAt" timestamptz(3),
  "createdAt" timestamptz(3) not null default current_timestamp,
  constraint "fee_quote_pkey" primary key ("id")
);

create table "ledger_payment" (
  "id" uuid not null,
  "network" "Network" not null,
  "hash" text not null,
  "operation" text not null,
  "fromAddress" text not null,
  "toAddress" text not null,
  "asset" "Asset",
  "assetLabel" text not null,
  "amount" numeric not null,
  "memo" text,
  "problem" text,
  "feeQuoteId" uuid,
  "escrowId" uuid,
  "closedAt" timestamptz(3) not null,
  "seenAt" timestamptz(3) not null default current_timestamp,
  constraint "ledger_payment_pkey" primary key ("id")
);

create table "ledger_cursor" (
  "network" "Network" not null,
  "account" text not null,
  "cursor" text not null,
  "updatedAt" timestamptz(3) not null,
  constraint "ledger_cursor_pkey" primary key ("network", "account")
);

create table "fee_payment" (
  "paymentHash" text not null,
  "txid" text not null,
  "status" text not null default 'paid',
  "buyerUid" uuid not null,
  "payerWalletAddress" text not null,
  "payWith" "Asset" not null,
  "payToAddress" text not null,
  "payToMemoOrTag" text not null,
  "amountCrypto" numeric(30, 7) not null,
  "transactionAmountUSD" numeric(20, 2) not null,
  "feeGrossUSD" numeric(20, 2) not null,
  "feeDiscountUSD" numeric(20, 2) not null,
  "feeNetUSD" numeric(20, 2) not null,
  "commission" boolean not null,
  "commissionUSD" numeric(20, 2) not null,
  "commissionCurrency" text not null default 'USD',
  "payoutRate" numeric(6, 4),
  "discountRate" numeric(6, 4),
  "couponCode" text,
  "resellerId" text,
  "resellerName" text,
  "source" text not null default 'PaymentPage',
  "createdAt" timestamptz(3) not null default current_timestamp,
  "lastUpdated" timestamptz(3) not null,
  constraint "fee_payment_pkey" primary key ("paymentHash")
);

create table "reseller_code" (
  "id" text not null,
  "code" text not null,
  "active" boolean not null default true,
  "status" text not null default 'assigned',
  "discountRate" numeric(6, 4) not null default 0.05,
  "payoutRate" numeric(6, 4) not null default 0.10,
  "resellerId" text not null,
  "resellerName" text not null,
  "totalEarned" numeric(20, 2) not null default 0,
  "totalNetFees" numeric(20, 2) not null default 0,
  "totalTxCount" integer not null default 0,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "lastUpdated" timestamptz(3) not null,
  constraint "reseller_code_pkey" primary key ("id")
);

create table "reseller_earning" (
  "id" uuid not null,
  "resellerId" text not null,
  "resellerName" text not null,
  "code" text not null,
  "commissionUSD" numeric(20, 2) not null,
  "feeNetUSD" numeric(20, 2) not null,
  "feeGrossUSD" numeric(20, 2) not null,
  "discountRate" numeric(6, 4) not null,
  "payoutRate" numeric(6, 4) not null,
  "buyerUid" uuid not null,
  "paymentHash" text not null,
  "currency" "Asset" not null,
  "amountCrypto" numeric(30, 7) not null,
  "transactionAmountUSD" numeric(20, 2) not null,
  "status" text not null default 'accrued',
  "createdAt" timestamptz(3) not null default current_timestamp,
  constraint "reseller_earning_pkey" primary key ("id")
);

create table "failed_payment" (
  "id" uuid not null,
  "uid" uuid not null,
  "txid" text not null,
  "currency" text not null,
  "reason" text not null,
  "timestamp" timestamptz(3) not null default current_timestamp,
  constraint "failed_payment_pkey" primary key ("id")
);

create table "escrow" (
  "id" uuid not null,
  "transactionId" text not null,
  "type" "EscrowType" not null,
  "buyerId" uuid not null,
  "sellerId" uuid,
  "currency" "Asset" not null,
  "amount" numeric(30, 7) not null,
  "notes" text not null default '',
  "terms" text not null default '',
  "sellerEmail" text,
  "account" text not null,
  "reference" integer not null,
  "walletAddress" text not null,
  "walletMemo" text,
  "buyerWalletAddress" text,
  "buyerWalletCurrency" "Asset",
  "buyerMemoTag" text,
  "statedTxId" text,
  "receivedAmount" numeric(30, 7) not null default 0,
  "txValidated" boolean not null default false,
  "verifiedAt" timestamptz(3),
  "realTxId" text,
  "paidAt" timestamptz(3),
  "sellerConfirmed" boolean not null default false,
  "confirmedAt" timestamptz(3),
  "payoutAddress" text,
  "payoutMemo" text,
  "payoutStatedAt" timestamptz(3),
  "documentApprovalStatus" "Approval" not null default 'Pending',
  "rejectionReason" text,
  "decidedAt" timestamptz(3),
  "releasedAt" timestamptz(3),
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null,
  constraint "escrow_pkey" primary key ("id")
);

create table "escrow_contract" (
  "escrowId" uuid not null,
  "fileName" text not null,
  "contentType" text not null,
  "size" integer not null,
  "sha256" text not null,
  "storageKey" text not null,
  "uploadedAt" timestamptz(3) not null default current_timestamp,
  constraint "escrow_contract_pkey" primary key ("escrowId")
);

create table "escrow_document" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "type" "DocumentType" not null,
  "fileName" text not null,
  "contentType" text not null,
  "size" integer not null,
  "sha256" text not null,
  "storageKey" text not null,
  "uploadedById" uuid not null,
  "uploadedAt" timestamptz(3) not null default current_timestamp,
  constraint "escrow_document_pkey" primary key ("id")
);

create table "payout" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "purpose" "PayoutPurpose" not null,
  "state" "PayoutState" not null default 'queued',
  "network" "Network" not null,
  "asset" "Asset" not null,
  "amount" numeric(30, 7) not null,
  "address" text not null,
  "memo" text,
  "lane" text,
  "blockedReason" text,
  "settledHash" text,
  "settledAt" timestamptz(3),
  "feePaid" numeric(30, 7),
  "createdAt" timestamptz(3) not null default current_timestamp,
  "updatedAt" timestamptz(3) not null,
  constraint "payout_pkey" primary key ("id")
);

create table "payout_attempt" (
  "id" uuid not null,
  "payoutId" uuid not null,
  "network" "Network" not null,
  "hash" text not null,
  "blob" text not null,
  "source" text not null,
  "sequence" text not null,
  "laneKey" text not null,
  "validUntil" text not null,
  "validFrom" text,
  "state" "AttemptState" not null default 'live',
  "code" text,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "closedAt" timestamptz(3),
  constraint "payout_attempt_pkey" primary key ("id")
);

create table "outbox_letter" (
  "id" uuid not null,
  "key" text not null,
  "userId" uuid,
  "recipient" text not null,
  "locale" text not null,
  "content" jsonb not null,
  "createdAt" timestamptz(3) not null default current_timestamp,
  "sentAt" timestamptz(3),
  "providerId" text,
  constraint "outbox_letter_pkey" primary key ("id")
);

create table "audit_event" (
  "id" uuid not null,
  "escrowId" uuid,
  "userId" uuid,
  "kind" text not null,
  "detail" jsonb not null default '{}',
  "at" timestamptz(3) not null default current_timestamp,
  constraint "audit_event_pkey" primary key ("id")
);

create table "market_price" (
  "asset" "Asset" not null,
  "usd" numeric(20, 10) not null,
  "change24h" numeric(12, 6),
  "source" text not null,
  "fetchedAt" timestamptz(3) not null,
  constraint "market_price_pkey" primary key ("asset")
);

create table "market_trades" (
  "asset" "Asset" not null,
  "trades" jsonb not null,
  "fetchedAt" timestamptz(3) not null,
  constraint "market_trades_pkey" primary key ("asset")
);

create table "worker_heartbeat" (
  "workerId" text not null,
  "beatAt" timestamptz(3) not null,
  constraint "worker_heartbeat_pkey" primary key ("workerId")
);

create table "rate_limit" (
  "key" text not null,
  "points" integer not null default 0,
  "expire" bigint,
  constraint "rate_limit_pkey" primary key ("key")
);

create unique index "user_email_key" on "user" ("email");
create unique index "user_paymentHash_key" on "user" ("paymentHash");
create unique index "user_nextReference_key" on "user" ("nextReference");
create index "session_userId_idx" on "session" ("userId");
create index "session_expiresAt_idx" on "session" ("expiresAt");
create unique index "fee_quote_reference_key" on "fee_quote" ("reference");
create index "fee_quote_userId_createdAt_idx" on "fee_quote" ("userId", "createdAt");
create unique index "ledger_payment_network_hash_operation_key" on "ledger_payment" ("network", "hash", "operation");
create index "ledger_payment_feeQuoteId_idx" on "ledger_payment" ("feeQuoteId");
create index "ledger_payment_escrowId_idx" on "ledger_payment" ("escrowId");
create index "ledger_payment_seenAt_idx" on "ledger_payment" ("seenAt");
create unique index "fee_payment_buyerUid_key" on "fee_payment" ("buyerUid");
create index "reseller_code_code_idx" on "reseller_code" ("code");
create unique index "reseller_earning_paymentHash_key" on "reseller_earning" ("paymentHash");
create index "reseller_earning_resellerId_idx" on "reseller_earning" ("resellerId");
create index "failed_payment_uid_idx" on "failed_payment" ("uid");
create unique index "escrow_transactionId_key" on "escrow" ("transactionId");
create unique index "escrow_reference_key" on "escrow" ("reference");
create index "escrow_buyerId_createdAt_idx" on "escrow" ("buyerId", "createdAt");
create index "escrow_sellerId_createdAt_idx" on "escrow" ("sellerId", "createdAt");
create index "escrow_realTxId_idx" on "escrow" ("realTxId");
create unique index "escrow_contract_storageKey_key" on "escrow_contract" ("storageKey");
create unique index "escrow_document_storageKey_key" on "escrow_document" ("storageKey");
create index "escrow_document_escrowId_idx" on "escrow_document" ("escrowId");
create unique index "payout_settledHash_key" on "payout" ("settledHash");
create unique index "payout_escrowId_purpose_key" on "payout" ("escrowId", "purpose");
create unique index "payout_network_lane_key" on "payout" ("network", "lane");
create index "payout_state_updatedAt_idx" on "payout" ("state", "updatedAt");
create unique index "payout_attempt_hash_key" on "payout_attempt" ("hash");
create index "payout_attempt_payoutId_idx" on "payout_attempt" ("payoutId");
create unique index "outbox_letter_key_key" on "outbox_letter" ("key");
create index "outbox_letter_sentAt_createdAt_idx" on "outbox_letter" ("sentAt", "createdAt");
create index "audit_event_escrowId_at_idx" on "audit_event" ("escrowId", "at");

alter table "user" add constraint "user_nextReference_fkey" foreign key ("nextReference") references "payment_reference" ("number") on delete restrict on update cascade;
alter table "password" add constraint "password_userId_fkey" foreign key ("userId") references "user" ("id") on delete cascade on update cascade;
alter table "session" add constraint "session_userId_fkey" foreign key ("userId") references "user" ("id") on delete cascade on update cascade;
alter table "fee_quote" add constraint "fee_quote_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade;
alter table "fee_quote" add constraint "fee_quote_reference_fkey" foreign key ("reference") references "payment_reference" ("number") on delete restrict on update cascade;
alter table "ledger_payment" add constraint "ledger_payment_feeQuoteId_fkey" foreign key ("feeQuoteId") references "fee_quote" ("id") on delete restrict on update cascade;
alter table "ledger_payment" add constraint "ledger_payment_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;
alter table "fee_payment" add constraint "fee_payment_buyerUid_fkey" foreign key ("buyerUid") references "user" ("id") on delete restrict on update cascade;
alter table "reseller_earning" add constraint "reseller_earning_buyerUid_fkey" foreign key ("buyerUid") references "user" ("id") on delete restrict on update cascade;
alter table "failed_payment" add constraint "failed_payment_uid_fkey" foreign key ("uid") references "user" ("id") on delete restrict on update cascade;
alter table "escrow" add constraint "escrow_buyerId_fkey" foreign key ("buyerId") references "user" ("id") on delete restrict on update cascade;
alter table "escrow" add constraint "escrow_sellerId_fkey" foreign key ("sellerId") references "user" ("id") on delete restrict on update cascade;
alter table "escrow" add constraint "escrow_reference_fkey" foreign key ("reference") references "payment_reference" ("number") on delete restrict on update cascade;
alter table "escrow_contract" add constraint "escrow_contract_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;
alter table "escrow_document" add constraint "escrow_document_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;
alter table "escrow_document" add constraint "escrow_document_uploadedById_fkey" foreign key ("uploadedById") references "user" ("id") on delete restrict on update cascade;
alter table "payout" add constraint "payout_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;
alter table "payout_attempt" add constraint "payout_attempt_payoutId_fkey" foreign key ("payoutId") references "payout" ("id") on delete restrict on update cascade;
alter table "outbox_letter" add constraint "outbox_letter_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade;
alter table "audit_event" add constraint "audit_event_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;
alter table "audit_event" add constraint "audit_event_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade;

-- Rules that hold whatever the code does.

alter table "user" add constraint "user_trialCredits_not_negative" check ("trialCredits" >= 0);
alter table "user" add constraint "user_email_normalized" check ("email" = lower("email"));
alter table "payment_reference" add constraint "payment_reference_in_range" check ("number" between 1 and 2147483647);
alter table "fee_quote" add constraint "fee_quote_positive" check ("netUsd" > 0 and "amountDue" > 0 and "priceUsd" > 0);
alter table "fee_quote" add constraint "fee_quote_discount_not_negative" check ("couponDiscountUsd" >= 0 and "minimumTopUpUsd" >= 0);
alter table "fee_quote" add constraint "fee_quote_paid_has_time" check (("state" = 'paid') = ("paidAt" is not null));
alter table "ledger_payment" add constraint "ledger_payment_positive" check ("amount" > 0);
-- A payment settles one thing at most: a fee or an escrow.
alter table "ledger_payment" add constraint "ledger_payment_one_purpose" check ("feeQuoteId" is null or "escrowId" is null);
alter table "fee_payment" add constraint "fee_payment_positive" check ("amountCrypto" > 0 and "feeNetUSD" > 0);
alter table "escrow" add constraint "escrow_amount_positive" check ("amount" > 0);
alter table "escrow" add constraint "escrow_verified_together" check ("txValidated" = ("verifiedAt" is not null));
alter table "escrow" add constraint "escrow_confirmed_together" check ("sellerConfirmed" = ("confirmedAt" is not null));
-- Confirmation binds a seller and states where to pay; approval comes after it.
alter table "escrow" add constraint "escrow_confirmed_is_complete" check ("confirmedAt" is null or ("sellerId" is not null and "payoutAddress" is not null));
alter table "escrow" add constraint "escrow_decided_after_confirmation" check ("documentApprovalStatus" = 'Pending' or "confirmedAt" is not null);
alter table "escrow" add constraint "escrow_buyer_is_not_seller" check ("sellerId" is null or "sellerId" <> "buyerId");
alter table "payout" add constraint "payout_amount_positive" check ("amount" > 0);
alter table "payout" add constraint "payout_confirmed_has_hash" check (("state" = 'confirmed') = ("settledHash" is not null));
alter table "payout" add constraint "payout_blocked_has_reason" check (("state" = 'blocked') = ("blockedReason" is not null));

-- Payments that nobody has been found for, by the number they carry.
create index "ledger_payment_unmatched_memo" on "ledger_payment" ("memo") where "feeQuoteId" is null and "escrowId" is null;

-- One document of each type per escrow; images may be many.
create unique index "escrow_document_one_per_type" on "escrow_document" ("escrowId", "type") where "type" <> 'ShipmentImage';

-- At most one envelope of a payout can be on its way or have paid: beside it no other can be stored, and none is sent
-- that was not stored.
create unique index "payout_attempt_one_live_or_settled" on "payout_attempt" ("payoutId") where "state" in ('live', 'settled');
-- At most one envelope of a lane can be on its way.
create unique index "payout_attempt_one_live_per_lane" on "payout_attempt" ("laneKey") where "state" = 'live';
-- Unfinished payouts, for the sweep.
create index "payout_open_idx" on "payout" ("updatedAt") where "state" <> 'confirmed';

-- From the first queued payout on, a decision stands: neither the approval nor the payout wallet can change.
create function "keep_released_escrow"() returns trigger language plpgsql as $$
begin
  if exists (select 1 from "payout" where "escrowId" = old."id" and "purpose" = 'release')
     and (new."documentApprovalStatus" is distinct from old."documentApprovalStatus"
          or new."payoutAddress" is distinct from old."payoutAddress"
          or new."payoutMemo" is distinct from old."payoutMemo"
          or new."amount" is distinct from old."amount"
          or new."currency" is distinct from old."currency") then
    raise exception 'escrow % has been released and cannot change', old."transactionId";
  end if;
  return new;
end $$;
create trigger "escrow_keep_released" before update on "escrow" for each row execute function "keep_released_escrow"();

-- Money leaves for the seller when the three facts hold, in the approved amount, to the stated wallet; and never otherwise.
create function "release_needs_facts"() returns trigger language plpgsql as $$
begin
  if new."purpose" = 'release' and not exists (
    select 1 from "escrow"
    where "id" = new."escrowId" and "verifiedAt" is not null and "confirmedAt" is not null
      and "documentApprovalStatus" = 'Approved' and "payoutAddress" = new."address"
      and "payoutMemo" is not distinct from new."memo" and "amount" = new."amount" and "currency" = new."asset"
  ) then
    raise exception 'escrow % is not due for release', new."escrowId";
  end if;
  return new;
end $$;
create trigger "payout_release_needs_facts" before insert or update of "escrowId", "purpose", "asset", "amount", "address", "memo"
  on "payout" for each row execute function "release_needs_facts"();

-- Rates are shares of a whole.
alter table "reseller_code" add constraint "reseller_code_rates" check ("discountRate" between 0 and 1 and "payoutRate" between 0 and 1);

-- What happened stays written.
create function "keep_audit_event"() returns trigger language plpgsql as $$
begin
  raise exception 'audit events are never changed or deleted';
end $$;
create trigger "audit_event_keep" before update or delete on "audit_event" for each row execute function "keep_audit_event"();
