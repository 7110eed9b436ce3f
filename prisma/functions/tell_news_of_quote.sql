-- Notifies the fee pages of a person that a fee quote is new or has changed (decision 054).
create or replace function "tell_news_of_quote"() returns trigger language plpgsql as $$
begin
  perform "tell_news"('fee', new."userId");
  return null;
end $$;

create trigger "fee_quote_news" after insert or update on "fee_quote"
  for each row execute function "tell_news_of_quote"();
