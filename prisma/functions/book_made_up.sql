-- Books the shortfall of a funded escrow (one stroop at most, keep_escrow_terms) as given by our own money, so that no other escrow's money pays it.
create or replace function "book_made_up"("e" "escrow") returns void language plpgsql as $$
begin
  if "short_of"("e") > 0 then
    perform "book"('made_up', ("e")."id"::text, null, ("e")."verifiedAt",
      case ("e")."currency" when 'XRP' then 'xrpl' else 'stellar' end::"Network", ("e")."currency"::text, ("e")."account",
      'float', 'escrow:' || ("e")."id", "short_of"("e"));
  end if;
end $$;
