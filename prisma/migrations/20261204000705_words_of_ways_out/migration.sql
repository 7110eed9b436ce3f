-- What a way out is and where it stands, in the words of transfers (decision 145). A word that is new cannot be used in the transaction that adds it.
alter type "PayoutPurpose" add value if not exists 'division';
alter type "PayoutPurpose" add value if not exists 'expiry';
alter type "PayoutState" add value if not exists 'collecting';
alter type "PayoutState" add value if not exists 'ready';
alter type "PayoutState" add value if not exists 'dead';
