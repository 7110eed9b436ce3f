-- An approval of what two signatures hold is the signature of the buyer's wallet. What it is asked to sign is kept with what the buyer saw, so
-- that the signature approves that and nothing else (docs/decisions/123).
set local lock_timeout = '3s';

create table "approval_draft" (
  "escrowId" uuid not null,
  "review" jsonb not null,
  "description" jsonb not null,
  "hash" text not null,
  "xdr" text not null,
  "draftedAt" timestamptz(3) not null,
  constraint "approval_draft_pkey" primary key ("escrowId"),
  constraint "approval_draft_escrowId_fkey" foreign key ("escrowId") references "hold" ("escrowId") on delete restrict on update cascade
);
create trigger "approval_draft_news" after insert or update on "approval_draft" for each row execute function "tell_news_of_escrow"();
create trigger "hold_closing_ended_news" after update of "endedAt" on "hold_closing" for each row execute function "tell_news_of_signature"();
