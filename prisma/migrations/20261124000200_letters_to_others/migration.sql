-- Letters that one party's act writes to the other are counted: by escrow, by recipient, by sender. One over the limit is
-- kept with the reason why it does not go, so that its sender's page can say so.
alter table "outbox_letter"
  add column "escrowId" uuid,
  -- Whose act wrote it to somebody else; null: a letter of ours.
  add column "senderId" uuid,
  add column "withheldFor" text;

alter table "outbox_letter"
  add constraint "outbox_letter_withheld_check" check ("withheldFor" in ('limit', 'unconfirmed')),
  -- What was withheld is not sent, not tried and not given up.
  add constraint "outbox_letter_withheld_rests_check"
    check ("withheldFor" is null or ("sentAt" is null and "givenUpAt" is null and "attempts" = 0)),
  add constraint "outbox_letter_sender_names_escrow_check" check ("senderId" is null or "escrowId" is not null),
  add constraint "outbox_letter_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade,
  add constraint "outbox_letter_senderId_fkey" foreign key ("senderId") references "user" ("id") on delete restrict on update cascade;

drop index "outbox_letter_due_idx";
create index "outbox_letter_due_idx" on "outbox_letter" ("nextTryAt")
  where "sentAt" is null and "givenUpAt" is null and "withheldFor" is null;
create index "outbox_letter_of_escrow_idx" on "outbox_letter" ("escrowId", "createdAt") where "escrowId" is not null;
create index "outbox_letter_of_sender_idx" on "outbox_letter" ("senderId", "createdAt") where "senderId" is not null;
create index "outbox_letter_to_recipient_idx" on "outbox_letter" ("recipient", "createdAt") where "senderId" is not null;

-- Invitations of before: their escrow's page says when they were written.
update "outbox_letter" l set "escrowId" = e."id", "senderId" = e."buyerId"
from "escrow" e
where l."content"->>'letter' = 'escrow_opened' and e."transactionId" = l."content"->>'txid';
