-- Whoever asks for a letter to somebody else's address must not kill the link that its owner has in hand.
drop index "account_token_userId_purpose_key";
create index "account_token_userId_purpose_idx" on "account_token" ("userId", "purpose");
