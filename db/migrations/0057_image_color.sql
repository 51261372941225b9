-- The average color of an image, shown until it has loaded and around it; null if it is transparent, or older than this.
alter table images add column color text check (color ~ '^#[0-9a-f]{6}$');
