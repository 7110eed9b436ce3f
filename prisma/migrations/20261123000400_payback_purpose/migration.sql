-- Money of a case goes back as a payout of its own kind. A migration of its own: a new word can be used after its commit only.
alter type "PayoutPurpose" add value 'payback';
