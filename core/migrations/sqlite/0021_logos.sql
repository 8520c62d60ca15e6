-- Pictures that stand for storefronts in place of their initials.

-- Names the picture by what it shows. NULL: there is none.
ALTER TABLE storefronts ADD COLUMN logo TEXT;

-- Apart from what every call reads of a storefront.
CREATE TABLE logos (
    storefront_id TEXT NOT NULL PRIMARY KEY REFERENCES storefronts (id),
    -- A PNG.
    picture BLOB NOT NULL
);
