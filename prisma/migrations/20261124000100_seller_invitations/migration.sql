-- The link of a letter to the seller whom a buyer names (docs/decisions/031). Only the SHA-256 of its token is stored.
create table "seller_invitation" (
  "id" uuid not null,
  "escrowId" uuid not null,
  -- Whom the letter went to, normalized: the link is good for this address only.
  "email" text not null,
  "tokenHash" text not null,
  "createdAt" timestamptz(3) not null default now(),
  "expiresAt" timestamptz(3) not null,
  constraint "seller_invitation_pkey" primary key ("id"),
  constraint "seller_invitation_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id"),
  constraint "seller_invitation_expires_later" check ("expiresAt" > "createdAt")
);
create unique index "seller_invitation_tokenHash_key" on "seller_invitation" ("tokenHash");
create index "seller_invitation_escrowId_idx" on "seller_invitation" ("escrowId");

-- The escrows that wait for somebody to take them up, by the address that they name.
create index "escrow_sellerEmail_waiting_idx" on "escrow" ("sellerEmail") where "sellerId" is null;
