-- Two different operators (check) accept a refused file of a list: one requests it, the other agrees (decision 068).
create or replace function "file_is_accepted_by_two"() returns trigger language plpgsql as $$
begin
  perform "must_be_operator"(coalesce(new."acceptedById", new."wantedById"), 'only operators accept a file');
  return new;
end $$;

create trigger "refused_list_is_accepted" before update on "refused_list"
  for each row execute function "file_is_accepted_by_two"();
