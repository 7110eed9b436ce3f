-- Notifies the pages of a ledger-held escrow that a signature, a share or the closing of its settlement has changed (decision 054).
create or replace function "tell_news_of_signature"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('escrow', x."escrowId") from "transfer" x where x."id" = new."exitId";
  return null;
end $$;

create trigger "hold_closing_ended_news" after update of "endedAt" on "hold_closing" for each row execute function "tell_news_of_signature"();

create trigger "hold_closing_news" after update of "wallet" on "hold_closing" for each row execute function "tell_news_of_signature"();

create trigger "hold_share_news" after insert or update on "hold_share" for each row execute function "tell_news_of_signature"();

create trigger "hold_signature_news" after insert on "hold_signature"
  for each row execute function "tell_news_of_signature"();
