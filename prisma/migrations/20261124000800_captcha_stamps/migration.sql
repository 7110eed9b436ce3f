-- A stamp of the captcha serves the form that it was handed out with, and a few corrections of it; no other form.
create table "captcha_stamp" (
  "stamp" text primary key,
  "formToken" uuid not null,
  "userId" uuid not null references "user" ("id") on delete cascade,
  "sendings" integer not null default 1,
  "usedAt" timestamptz(3) not null,
  constraint "captcha_stamp_sendings" check ("sendings" between 1 and 5)
);
create index "captcha_stamp_usedAt_idx" on "captcha_stamp" ("usedAt");

-- What one person has in the store is asked for whenever somebody sends files.
create index "escrow_document_uploadedById_uploadedAt_idx" on "escrow_document" ("uploadedById", "uploadedAt");
