-- Notifies the pages of an escrow that the escrow itself is new or has changed (decision 054).
create or replace function "tell_news_of_escrow_row"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('escrow', new."id");
  return null;
end $$;

create trigger "escrow_news" after insert or update on "escrow"
  for each row execute function "tell_news_of_escrow_row"();
