-- Administrators upload a logo for the site. The constraint keeps its image while it is set.
alter table images
  drop constraint images_purpose_check,
  add constraint images_purpose_check check (purpose in ('submission', 'challenge', 'avatar', 'logo'));
alter table site_settings
  add column image_id uuid references images (id)
    generated always as (case when name = 'logo' then nullif(value #>> '{}', '')::uuid end) stored;
create index site_settings_by_image on site_settings (image_id) where image_id is not null;

-- They also write the introduction of the tools page.
alter table written_pages
  drop constraint written_pages_page_check,
  add constraint written_pages_page_check check (page in ('privacy-policy', 'terms', 'cookies', 'tools'));
