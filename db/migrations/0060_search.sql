-- One form of texts for all searches: what is stored and what is asked are folded by the same function, which does not
-- depend on the locale of the database: under C, lower() and pg_trgm know ASCII only.

-- Letters without marks, in lower case, with ASCII punctuation and one space between words: 'Łódź’s' is 'lodz''s'. Marks
-- of Latin, Greek, Cyrillic, Arabic and Hebrew letters are left out; in other scripts they are vowels. Width and kana are as
-- in NFKC.
create function folded(given text) returns text language sql immutable strict parallel safe as $$
  select case when octet_length(given) = length(given) then regexp_replace(lower(given collate "C"), '\s+', ' ', 'g')
  else regexp_replace(replace(replace(replace(replace(translate(lower(normalize(regexp_replace(
    normalize(translate(given, '´″', '''"'), NFKD) collate "C",
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061c\u0640\u064b-\u065f\u0670'
    '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0730-\u074a\u08ca-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1dc0-\u1dff'
    '\u200b-\u200f\u2060-\u2064\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]', '', 'g'), NFC)),
    '’‘‚‛ʼʻʹˈʽ′‵‹›՚׳ꞌ´“”„‟«»″‶״〝〞〟「」『』‐‑‒–—―−⁃־×⁄∕、،。۔؟؛' -- typographic marks
    'ıȷŋəǝɛɔĸðɖʒɣɩʊʋɑɡſʃɯƨςىیکہة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ÆÐØÞøĐđĦħŁłŊŒŦŧƀƁƂƃƄƆƇƈƉƊƋƌƎƏƐƑƒƓƔƖƗƘƙƚƜƝƞƟƢƤƥƦƧƩƫƬƭƮƱƲƳƴƵƶƷƸƼǤǥǶǷȜȠȡȢȤȥȴȵȶȺȻȼȽȾȿɀɁɃɄɅɆɇɈɉɊɋɌɍɎɏɓɗɨɲͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿẞỺỼỾỿⱠⱡⱢⱣⱤⱥⱦⱧⱨⱩⱪⱫⱬⱭⱮⱯⱰⱱⱲⱳⱴⱵⱸⱺⱾⱿ𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
    '''''''''''''''''''''''''''''''''''""""""""""""""""---------x//,,..?;'
    'ijneeeokddzgiuvagssusσييكهه01234567890123456789ædoþoddhhllnœttbbbbƅoccddddeeeffggiikklunnɵƣpprssttttuvyyzzzƹƽggƕƿȝndȣzzlntaccltszɂbʉʌeejjqqrryybdinͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿßỻỽyylllprathhkkzzamɐɒvwwvⱶeosz𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '[\s\u1680\u2028\u2029]+', ' ', 'g') end
$$;

-- The same as pg_trgm can tell it apart: letters and digits of ASCII as they are, and others as capital letters, an X and
-- six more for an ideograph. A part of a text has a part of its form.
create function search_form(given text) returns text language sql immutable strict parallel safe as $$
  select translate(replace(replace(
    encode(convert_to(translate(folded(given), '01234567\', E'\x01\x02\x03\x04\x05\x06\x07\x08\x0e'), 'UTF8'), 'escape'),
    '\2', ''), '\3', 'X'), E'01234567\x01\x02\x03\x04\x05\x06\x07\x08\x0e', 'PQRSTUVW01234567\')
$$;

-- The words of a name, without punctuation. It is cut because a comparison takes the product of both lengths, and a letter
-- such as U+FDFA is 18 in NFKD.
create function search_title(given text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(left(search_form(left(given, 120)), 900), '[^a-zA-Z0-9]+', ' ', 'g'))
$$;

-- Whether trigrams find the form.
create function has_trigram(form text) returns boolean language sql immutable strict parallel safe as $$
  select form ~ '[a-zA-Z0-9]{3}'
$$;

-- The pattern of texts that contain a form; null if trigrams do not find it.
create function search_pattern(form text) returns text language sql immutable strict parallel safe as $$
  select case when has_trigram(form) then '%' || regexp_replace(form, '([\\%_])', '\\\1', 'g') || '%' end
$$;

-- The single characters and the pairs of a form, for terms without a trigram. Characters beyond ASCII have trigrams.
create function search_grams(form text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct gram[1] from (select regexp_replace(form, '[A-Z]+', ' ', 'g') as kept offset 0) of_ascii
    cross join lateral (select regexp_matches(kept, '.', 'g') union all select regexp_matches(kept, '..', 'g')
      union all select regexp_matches(substr(kept, 2), '..', 'g')) grams (gram))
$$;

-- How alike a term and a name are, 0 to 1, by title and words of both. Few people mistake the first letter, so without a
-- word that begins with it a name must be more alike: 'number' is not meant by 'ember'. Letters beyond ASCII are
-- compared by their bytes, of which many are alike. Last are names that do not have the term, with a text that does.
create function search_likeness(term text, form text, title text, words text) returns real
  language sql immutable parallel safe as $$
  select case
    when strpos(title, term) > 0 and has_trigram(term) then greatest(word_similarity(term, left(title, 300)), 0.6::real)
    when (' ' || title like '% ' || left(term, 1) || '%' or word_similarity(term, left(title, 300)) >= 0.6)
        and word_similarity(term, left(title, 300)) >= case when term ~ '[A-Z]' then 0.8 else 0.45 end
      then word_similarity(term, left(title, 300))
    when strpos(words, form) > 0 and has_trigram(form) then 0.3
    else 0 end
$$;

-- The form of texts is beside the tables, because each vote writes new versions of the rows of its member and its submission.
-- One line of `words` for each text: no term spans two. Writing waits for this migration, reading at its end only.
lock table users, challenges, submissions in share row exclusive mode;
drop index user_words_found, user_words_named, submission_words_found;
truncate user_words, submission_words;
alter table user_words drop column name, add column title text not null;
alter table submission_words add column title text not null;
create table challenge_words (
  challenge_id uuid primary key references challenges (id) on delete cascade,
  words        text not null,
  title        text not null
);

create function words_of(u users) returns setof user_words language sql stable as $$
  select u.id, concat_ws(E'\n', search_form(u.display_name), search_form(u.email)), search_title(u.display_name)
  where u.deleted_at is null
$$;
create function words_of(c challenges) returns setof challenge_words language sql stable as $$
  select c.id, search_form(c.title), search_title(c.title)
$$;
create function words_of(s submissions) returns setof submission_words language sql stable as $$
  select s.id, concat_ws(E'\n', search_form(s.title), search_form(s.description), search_form(s.prompt),
    search_form(array_to_string(s.ai_tools_used, ', '))), search_title(s.title)
$$;

insert into user_words select w.* from users u cross join lateral words_of(u) w;
insert into challenge_words select w.* from challenges c cross join lateral words_of(c) w;
insert into submission_words select w.* from submissions s cross join lateral words_of(s) w;

create index user_words_titled on user_words using gin (title gin_trgm_ops);
create index user_words_found on user_words using gin (words gin_trgm_ops);
create index user_words_grams on user_words using gin (search_grams(words));
create index challenge_words_titled on challenge_words using gin (title gin_trgm_ops);
create index challenge_words_found on challenge_words using gin (words gin_trgm_ops);
create index challenge_words_grams on challenge_words using gin (search_grams(words));
create index submission_words_titled on submission_words using gin (title gin_trgm_ops);
create index submission_words_found on submission_words using gin (words gin_trgm_ops);
create index submission_words_grams on submission_words using gin (search_grams(words));

-- Ids whose words contain a form, always by an index: how rare a term is the planner can only guess, and a wrong guess
-- reads the whole table. Nor with parallel workers: to start them takes as long as the search.
create function words_found(noun text, form text, most integer) returns setof uuid language plpgsql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0
  as $$
begin
  return query execute format('select %1$s_id from %1$s_words where %2$s limit $3', noun, case when has_trigram(form)
    then 'words like $1' else 'search_grams(words) @> $2 and strpos(words, $4) > 0' end)
    using search_pattern(form), search_grams(form), most, form;
end $$;

-- Ids whose title is like a term, in the same way.
create function users_titled(term text, most integer) returns setof uuid language sql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set pg_trgm.word_similarity_threshold = 0.45
  as $$ select user_id from user_words where term <% title or title like search_pattern(term) limit most $$;

create function challenges_titled(term text, drafts boolean, most integer) returns setof uuid language sql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set pg_trgm.word_similarity_threshold = 0.45
  as $$
    select challenge_id from challenge_words cross join lateral (
      select from challenges c where c.id = challenge_id and (drafts or c.status <> 'draft') offset 0) shown
    where term <% title or title like search_pattern(term) limit most
  $$;

-- Or whose words contain a form. Those that the viewer may not see would take the places of others, and tell so which words
-- they have.
create function submissions_titled(term text, form text, statuses text[], hidden boolean, most integer) returns setof uuid
  language sql stable
  set enable_seqscan = off set max_parallel_workers_per_gather = 0 set pg_trgm.word_similarity_threshold = 0.45
  as $$
    select submission_id from submission_words cross join lateral (
      select from submissions s where s.id = submission_id and s.status = any(statuses) and (hidden or not s.is_hidden)
      offset 0) shown
    where term <% title or title like search_pattern(term) or words like search_pattern(form) limit most
  $$;

drop trigger users_words_new on users;
drop trigger users_words on users;
drop trigger submissions_words_new on submissions;
drop trigger submissions_words on submissions;
drop trigger submissions_title_new on submissions;
drop trigger submissions_title_kept on submissions;
drop index challenges_title_found, challenges_titled;
drop table submission_titles;
drop function keep_user_words(), keep_submission_words(), keep_submission_title(), users_found(text, integer),
  submissions_found(text, integer), challenges_found(text, integer), users_named(text, integer),
  challenges_titled(text, integer), public_challenges_titled(text, integer), approved_titled(text, integer),
  pending_titled(text, integer), hidden_titled(text, integer), name_likeness(text, text), name_words(text),
  searchable(text);

create function keep_words() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    delete from user_words where user_id = new.id and new.deleted_at is not null;
    insert into user_words select * from words_of(new)
      on conflict (user_id) do update set words = excluded.words, title = excluded.title;
  elsif tg_table_name = 'challenges' then
    insert into challenge_words select * from words_of(new)
      on conflict (challenge_id) do update set words = excluded.words, title = excluded.title;
  else
    insert into submission_words select * from words_of(new)
      on conflict (submission_id) do update set words = excluded.words, title = excluded.title;
  end if;
  return null;
end $$;
create trigger users_words_new after insert on users for each row execute function keep_words();
create trigger users_words after update of display_name, email, deleted_at on users for each row
  when ((old.display_name, old.email, old.deleted_at) is distinct from (new.display_name, new.email, new.deleted_at))
  execute function keep_words();
create trigger challenges_words_new after insert on challenges for each row execute function keep_words();
create trigger challenges_words after update of title on challenges for each row
  when (old.title <> new.title) execute function keep_words();
create trigger submissions_words_new after insert on submissions for each row execute function keep_words();
create trigger submissions_words after update of title, description, prompt, ai_tools_used on submissions for each row
  when ((old.title, old.description, old.prompt, old.ai_tools_used)
    is distinct from (new.title, new.description, new.prompt, new.ai_tools_used))
  execute function keep_words();
