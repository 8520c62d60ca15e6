-- SQLite makes a table in memory for each `IN` of more than two words, each time that a row is written; a comparison for each word costs
-- next to nothing. What is stored stays as it is, so only the tables' texts change, as https://www.sqlite.org/lang_altertable.html says
-- for changes "that do not affect the on-disk content". Decision 0051.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql,
    'announced IN (''nothing'', ''low'', ''empty'')',
    'announced = ''nothing'' OR announced = ''low'' OR announced = ''empty''')
WHERE type = 'table' AND name = 'stock_levels';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''unused'', ''redeemed'', ''revoked'')',
    'status = ''unused'' OR status = ''redeemed'' OR status = ''revoked''')
WHERE type = 'table' AND name = 'redeem_keys';
UPDATE sqlite_schema SET sql = replace(replace(sql,
    'state IN (''queued'', ''delivering'', ''waiting'', ''done'')',
    'state = ''queued'' OR state = ''delivering'' OR state = ''waiting'' OR state = ''done'''),
    'standing IN (''processing'', ''by_hand'', ''given_up'', ''completed'', ''partial'', ''failed'')',
    'standing = ''processing'' OR standing = ''by_hand'' OR standing = ''given_up'' OR
        standing = ''completed'' OR standing = ''partial'' OR standing = ''failed''')
WHERE type = 'table' AND name = 'orders';
UPDATE sqlite_schema SET sql = replace(sql,
    'state IN (''available'', ''reserved'', ''attempting'', ''set_aside'', ''delivered'', ''failed'', ''exported'')',
    'state = ''available'' OR state = ''reserved'' OR state = ''attempting'' OR state = ''set_aside'' OR
        state = ''delivered'' OR state = ''failed'' OR state = ''exported''')
WHERE type = 'table' AND name = 'tokens';
UPDATE sqlite_schema SET sql = replace(replace(sql,
    'state IN (''waiting'', ''leased'', ''manual'', ''done'')',
    'state = ''waiting'' OR state = ''leased'' OR state = ''manual'' OR state = ''done'''),
    'way IN (''adapter'', ''manual'', ''operator'', ''storefront'')',
    'way = ''adapter'' OR way = ''manual'' OR way = ''operator'' OR way = ''storefront''')
WHERE type = 'table' AND name = 'delivery_jobs';
UPDATE sqlite_schema SET sql = replace(sql,
    'severity IN (''info'', ''success'', ''warning'', ''error'')',
    'severity = ''info'' OR severity = ''success'' OR severity = ''warning'' OR severity = ''error''')
WHERE type = 'table' AND name = 'activity';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''pending'', ''approved'', ''implemented'')',
    'status = ''pending'' OR status = ''approved'' OR status = ''implemented''')
WHERE type = 'table' AND name = 'suggestions';
UPDATE sqlite_schema SET sql = replace(replace(sql,
    'severity IN (''low'', ''medium'', ''high'', ''critical'')',
    'severity = ''low'' OR severity = ''medium'' OR severity = ''high'' OR severity = ''critical'''),
    'status IN (''open'', ''investigating'', ''fixed'', ''closed'')',
    'status = ''open'' OR status = ''investigating'' OR status = ''fixed'' OR status = ''closed''')
WHERE type = 'table' AND name = 'bug_reports';
UPDATE sqlite_schema SET sql = replace(sql,
    'status IN (''pending'', ''active'', ''failed'')',
    'status = ''pending'' OR status = ''active'' OR status = ''failed''')
WHERE type = 'table' AND name = 'custom_domains';
UPDATE sqlite_schema SET sql = replace(sql,
    'provider IN (''sellauth'', ''sellapp'', ''sellix'', ''shoppex'', ''shoppy'', ''whop'', ''standard'')',
    'provider = ''sellauth'' OR provider = ''sellapp'' OR provider = ''sellix'' OR provider = ''shoppex'' OR
        provider = ''shoppy'' OR provider = ''whop'' OR provider = ''standard''')
WHERE type = 'table' AND name = 'store_connections';
UPDATE sqlite_schema SET sql = replace(sql,
    'provider IN (''sellauth'', ''sellapp'', ''sellix'', ''shoppex'', ''shoppy'', ''whop'', ''standard'')',
    'provider = ''sellauth'' OR provider = ''sellapp'' OR provider = ''sellix'' OR provider = ''shoppex'' OR
        provider = ''shoppy'' OR provider = ''whop'' OR provider = ''standard''')
WHERE type = 'table' AND name = 'store_sales';
UPDATE sqlite_schema SET sql = replace(replace(sql,
    'provider IN (''sellauth'', ''sellapp'', ''sellix'', ''shoppex'', ''shoppy'', ''whop'', ''standard'')',
    'provider = ''sellauth'' OR provider = ''sellapp'' OR provider = ''sellix'' OR provider = ''shoppex'' OR
        provider = ''shoppy'' OR provider = ''whop'' OR provider = ''standard'''),
    'verdict IN
        (''delivered'', ''repeated'', ''test'', ''ignored'', ''unmapped'', ''malformed'', ''bad_signature'', ''stale'', ''disabled'')',
    'verdict = ''delivered'' OR verdict = ''repeated'' OR verdict = ''test'' OR verdict = ''ignored'' OR
        verdict = ''unmapped'' OR verdict = ''malformed'' OR verdict = ''bad_signature'' OR verdict = ''stale'' OR
        verdict = ''disabled''')
WHERE type = 'table' AND name = 'store_calls';
UPDATE sqlite_schema SET sql = replace(sql,
    'mode IN (''default'', ''manual'', ''webhook'')',
    'mode = ''default'' OR mode = ''manual'' OR mode = ''webhook''')
WHERE type = 'table' AND name = 'fulfilment_services';
UPDATE sqlite_schema SET sql = replace(replace(sql,
    'event IN
        (''order.redeemed'', ''order.finished'', ''order.waiting'', ''stock.low'', ''stock.empty'', ''key.created'', ''store.refused'',
         ''test'')',
    'event = ''order.redeemed'' OR event = ''order.finished'' OR event = ''order.waiting'' OR
        event = ''stock.low'' OR event = ''stock.empty'' OR event = ''key.created'' OR event = ''store.refused'' OR
        event = ''test'''),
    'state IN (''pending'', ''delivered'', ''failed'')',
    'state = ''pending'' OR state = ''delivered'' OR state = ''failed''')
WHERE type = 'table' AND name = 'event_deliveries';
UPDATE sqlite_schema SET sql = replace(sql,
    'kind IN
        (''owner_code'', ''order_redeemed'', ''order_finished'', ''stock_low'', ''stock_empty'', ''code_reset'', ''endpoint_disabled'')',
    'kind = ''owner_code'' OR kind = ''order_redeemed'' OR kind = ''order_finished'' OR kind = ''stock_low'' OR
        kind = ''stock_empty'' OR kind = ''code_reset'' OR kind = ''endpoint_disabled''')
WHERE type = 'table' AND name = 'announcements';
UPDATE sqlite_schema SET sql = replace(sql,
    'kind IN (''email'', ''guild'', ''address'')',
    'kind = ''email'' OR kind = ''guild'' OR kind = ''address''')
WHERE type = 'table' AND name = 'blocklist';
UPDATE sqlite_schema SET sql = replace(sql,
    'role IN (''viewer'', ''packer'', ''manager'')',
    'role = ''viewer'' OR role = ''packer'' OR role = ''manager''')
WHERE type = 'table' AND name = 'members';
UPDATE sqlite_schema SET sql = replace(sql,
    'verdict IN (''bad_signature'', ''stale'', ''disabled'', ''unmapped'', ''malformed'')',
    'verdict = ''bad_signature'' OR verdict = ''stale'' OR verdict = ''disabled'' OR verdict = ''unmapped'' OR
        verdict = ''malformed''')
WHERE type = 'table' AND name = 'store_refusals';
PRAGMA writable_schema = RESET;

-- An index of rows that say one of several words looks for them in the same way. Other connections learn by this, too, that the tables'
-- texts have changed.
DROP INDEX store_calls_refused;
CREATE INDEX store_calls_refused ON store_calls (storefront_id, id)
    WHERE verdict = 'test' OR verdict = 'bad_signature' OR verdict = 'stale' OR verdict = 'disabled';
