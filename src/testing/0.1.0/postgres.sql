create table "migrations" ("name" text primary key, "appliedAt" text not null);

-- 0001-company

create table "settings" (
  "name" text not null,
  "value" text not null,
  primary key ("name")
);

create table "contentVersions" (
  "id" integer not null,
  "version" text not null,
  primary key ("id"),
  constraint "contentVersions_one_row" check ("id" = 1)
);

insert into "contentVersions" ("id", "version") values (1, 'new');

create table "authorProfiles" (
  "id" text not null,
  "name" text not null,
  "avatarUrl" text,
  "bio" text not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  primary key ("id"),
  constraint "authorProfiles_filled" check (trim("name") <> '')
);

create table "users" (
  "id" text not null,
  "firebaseUid" text,
  "name" text not null,
  "email" text not null,
  "active" boolean not null,
  "profileId" text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  primary key ("id"),
  unique ("firebaseUid"),
  foreign key ("profileId") references "authorProfiles" ("id") on delete restrict,
  constraint "users_filled" check (trim("name") <> '' and trim("email") <> '')
);

create unique index "users_email" on "users" (lower("email"));

create index "users_profile" on "users" ("profileId");

create table "contactRequests" (
  "id" text not null,
  "name" text not null,
  "email" text not null,
  "subject" text not null,
  "message" text not null,
  "status" text not null,
  "createdAt" timestamptz not null,
  primary key ("id"),
  constraint "contactRequests_filled" check (trim("name") <> '' and trim("email") <> '' and trim("subject") <> '' and trim("message") <> ''),
  constraint "contactRequests_status" check ("status" in ('pending', 'resolved', 'spam'))
);

create index "contactRequests_newest" on "contactRequests" ("createdAt" desc, "id" desc);

create index "contactRequests_by_status" on "contactRequests" ("status", "createdAt" desc, "id" desc);

create table "subscribers" (
  "id" text not null,
  "email" text not null,
  "subscribedAt" timestamptz not null,
  primary key ("id"),
  unique ("email"),
  constraint "subscribers_email" check (trim("email") <> '' and "email" = lower("email"))
);

create index "subscribers_newest" on "subscribers" ("subscribedAt" desc, "id" desc);

create table "images" (
  "hash" text not null,
  "width" integer not null,
  "height" integer not null,
  "createdAt" timestamptz not null,
  primary key ("hash"),
  constraint "images_size" check ("width" > 0 and "height" > 0)
);

create table "imageVariants" (
  "hash" text not null,
  "width" integer not null,
  "format" text not null,
  "bytes" bytea not null,
  primary key ("hash", "width", "format"),
  foreign key ("hash") references "images" ("hash") on delete cascade,
  constraint "imageVariants_format" check ("format" in ('avif', 'webp')),
  constraint "imageVariants_width" check ("width" > 0)
);

insert into "migrations" ("name", "appliedAt") values ('0001-company', '2026-11-01T09:00:00.000Z');

-- 0002-content

create table "products" (
  "id" text not null,
  "name" text not null,
  "description" text not null,
  "category" text not null,
  "features" jsonb not null,
  "active" boolean not null,
  "order" integer not null,
  "version" integer not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  primary key ("id"),
  constraint "products_filled" check (trim("name") <> '' and trim("description") <> ''),
  constraint "products_category" check ("category" in ('Startup Acceleration Tools', 'Cloud Management & Optimization', 'AI & Automation Solutions', 'Data & Analytics Frameworks'))
);

create index "products_in_order" on "products" ("order", "id");

create table "services" (
  "id" text not null,
  "title" text not null,
  "icon" text not null,
  "description" text not null,
  "category" text not null,
  "features" jsonb not null,
  "active" boolean not null,
  "order" integer not null,
  "version" integer not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  primary key ("id"),
  constraint "services_filled" check (trim("title") <> '' and trim("description") <> '' and trim("icon") <> ''),
  constraint "services_category" check ("category" in ('Cloud', 'Data Analytics', 'Development', 'Productivity & Collaboration Solutions', 'Consulting', 'Generative AI', 'Support'))
);

create index "services_in_order" on "services" ("order", "id");

create table "blogs" (
  "id" text not null,
  "title" text not null,
  "slug" text not null,
  "excerpt" text not null,
  "category" text not null,
  "imageUrl" text,
  "imageAlt" text,
  "authorId" text not null,
  "published" boolean not null,
  "sendNotification" boolean not null,
  "readTime" integer not null,
  "version" integer not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "content" text not null,
  primary key ("id"),
  unique ("slug"),
  foreign key ("authorId") references "authorProfiles" ("id") on delete restrict,
  constraint "blogs_filled" check (trim("title") <> '' and trim("slug") <> '' and trim("excerpt") <> ''),
  constraint "blogs_slug" check (not ("slug" in ('adminblogs', 'adminCourses', 'id', 'new'))),
  constraint "blogs_category" check ("category" in ('Digital Transformation', 'Security', 'Cloud', 'AI & ML', 'Development')),
  constraint "blogs_read_time" check ("readTime" >= 1)
);

create index "blogs_newest" on "blogs" ("published", "createdAt" desc, "id" desc);

create index "blogs_newest_in_category" on "blogs" ("published", "category", "createdAt" desc, "id" desc);

create index "blogs_newest_of_all" on "blogs" ("createdAt" desc, "id" desc);

create index "blogs_author" on "blogs" ("authorId");

create table "blogPastSlugs" (
  "slug" text not null,
  "blogId" text not null,
  primary key ("slug"),
  foreign key ("blogId") references "blogs" ("id") on delete cascade
);

create index "blogPastSlugs_blog" on "blogPastSlugs" ("blogId");

create table "instructors" (
  "id" text not null,
  "name" text not null,
  "avatarUrl" text,
  "bio" text not null,
  "isDefault" boolean not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  primary key ("id"),
  constraint "instructors_filled" check (trim("name") <> '')
);

create unique index "instructors_one_default" on "instructors" ("isDefault") where "isDefault";

create table "courses" (
  "id" text not null,
  "title" text not null,
  "slug" text not null,
  "description" text not null,
  "duration" text not null,
  "price" double precision not null,
  "discountedPrice" double precision,
  "imageUrl" text,
  "imageAlt" text,
  "category" text not null,
  "level" text not null,
  "prerequisites" jsonb not null,
  "learningOutcomes" jsonb not null,
  "instructorId" text not null,
  "enrollmentUrl" text not null,
  "startDate" text,
  "active" boolean not null,
  "featured" boolean not null,
  "version" integer not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "syllabus" text not null,
  primary key ("id"),
  unique ("slug"),
  foreign key ("instructorId") references "instructors" ("id") on delete restrict,
  constraint "courses_filled" check (trim("title") <> '' and trim("slug") <> '' and trim("description") <> '' and trim("duration") <> '' and trim("enrollmentUrl") <> ''),
  constraint "courses_slug" check (not ("slug" in ('adminblogs', 'adminCourses', 'id', 'new'))),
  constraint "courses_category" check ("category" in ('Web Development', 'Mobile Development', 'Cloud Computing', 'AI & ML', 'DevOps')),
  constraint "courses_level" check ("level" in ('Beginner', 'Intermediate', 'Advanced')),
  constraint "courses_price" check ("price" >= 0),
  constraint "courses_discount" check ("discountedPrice" is null or ("discountedPrice" > 0 and "discountedPrice" < "price")),
  constraint "courses_start_date" check ("startDate" is null or "startDate" like '____-__-__')
);

create index "courses_newest" on "courses" ("active", "createdAt" desc, "id" desc);

create index "courses_newest_in_category" on "courses" ("active", "category", "createdAt" desc, "id" desc);

create index "courses_newest_at_level" on "courses" ("active", "level", "createdAt" desc, "id" desc);

create index "courses_featured" on "courses" ("active", "featured", "createdAt" desc, "id" desc);

create index "courses_instructor" on "courses" ("instructorId");

create table "coursePastSlugs" (
  "slug" text not null,
  "courseId" text not null,
  primary key ("slug"),
  foreign key ("courseId") references "courses" ("id") on delete cascade
);

create index "coursePastSlugs_course" on "coursePastSlugs" ("courseId");

insert into "migrations" ("name", "appliedAt") values ('0002-content', '2026-11-01T09:00:00.000Z');

-- 0003-search

create table "searchDocuments" ("id" integer generated always as identity primary key, "source" text not null, "ref" text not null, "words" tsvector not null, unique ("source", "ref"));

create index "searchDocuments_words" on "searchDocuments" using gin ("words") with (fastupdate = off);

insert into "migrations" ("name", "appliedAt") values ('0003-search', '2026-11-01T09:00:00.000Z');

-- 0004-identity

create table "identityUsers" (
  "id" text not null,
  "name" text not null,
  "email" text not null,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  primary key ("id"),
  unique ("email")
);

create table "identityAccounts" (
  "id" text not null,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  primary key ("id"),
  foreign key ("userId") references "identityUsers" ("id") on delete cascade
);

create index "identityAccounts_user" on "identityAccounts" ("userId");

create table "identitySessions" (
  "id" text not null,
  "token" text not null,
  "userId" text not null,
  "expiresAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  primary key ("id"),
  unique ("token"),
  foreign key ("userId") references "identityUsers" ("id") on delete cascade
);

create index "identitySessions_user" on "identitySessions" ("userId");

create table "identityVerifications" (
  "id" text not null,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  primary key ("id")
);

create index "identityVerifications_identifier" on "identityVerifications" ("identifier");

create table "identityAttempts" (
  "subject" text not null,
  "count" integer not null,
  "waitUntil" timestamptz not null,
  "keepUntil" timestamptz not null,
  primary key ("subject")
);

create index "identityAttempts_over" on "identityAttempts" ("keepUntil");

alter table "users" add column "signedOutAt" timestamptz;

insert into "migrations" ("name", "appliedAt") values ('0004-identity', '2026-11-01T09:00:00.000Z');

-- 0005-who-changed-it

alter table "products" add column "updatedBy" text;

alter table "services" add column "updatedBy" text;

alter table "blogs" add column "updatedBy" text;

alter table "courses" add column "updatedBy" text;

alter table "instructors" add column "updatedBy" text;

alter table "instructors" add column "version" integer not null default 1;

insert into "migrations" ("name", "appliedAt") values ('0005-who-changed-it', '2026-11-01T09:00:00.000Z');

-- 0006-fold

do $$ begin
        if exists (select from pg_collation where collname = 'und-x-icu') then
          create function fold(text) returns text language sql immutable strict parallel safe as 'select lower($1 collate "und-x-icu")';
        else
          create function fold(text) returns text language sql immutable strict parallel safe as 'select lower($1)';
        end if;
      end $$;

insert into "migrations" ("name", "appliedAt") values ('0006-fold', '2026-11-01T09:00:00.000Z');

-- 0010-mail

alter table "subscribers" add column "state" text not null default 'confirmed' check ("state" in ('pending', 'confirmed', 'unsubscribed', 'bounced'));

alter table "subscribers" add column "stateSince" timestamptz;

alter table "subscribers" add column "stateReason" text;

create index "subscribers_by_state" on "subscribers" ("state", "subscribedAt" desc, "id" desc);

create table "notifications" (
  "id" text not null,
  "blogId" text not null,
  "recipients" integer not null,
  "holdUntil" timestamptz not null,
  "pausedAt" timestamptz,
  "createdBy" text,
  "createdAt" timestamptz not null,
  primary key ("id"),
  unique ("blogId"),
  foreign key ("blogId") references "blogs" ("id") on delete cascade
);

create table "deliveries" (
  "id" text not null,
  "kind" text not null,
  "notificationId" text,
  "subscriberId" text,
  "contactId" text,
  "state" text not null,
  "priority" integer not null,
  "attempts" integer not null,
  "dueAt" timestamptz not null,
  "claimedBy" text,
  "claimedUntil" timestamptz,
  "settledAt" timestamptz,
  "reason" text,
  "createdAt" timestamptz not null,
  primary key ("id"),
  unique ("notificationId", "subscriberId"),
  foreign key ("notificationId") references "notifications" ("id") on delete cascade,
  foreign key ("subscriberId") references "subscribers" ("id") on delete cascade,
  foreign key ("contactId") references "contactRequests" ("id") on delete cascade,
  constraint "deliveries_state" check ("state" in ('waiting', 'sending', 'sent', 'skipped', 'failed')),
  constraint "deliveries_about" check (("kind" = 'newsletter' and "notificationId" is not null and "subscriberId" is not null) or ("kind" = 'confirmation' and "subscriberId" is not null) or ("kind" = 'contact' and "contactId" is not null)),
  constraint "deliveries_claim" check (("state" = 'sending') = ("claimedBy" is not null) and ("claimedBy" is null) = ("claimedUntil" is null)),
  constraint "deliveries_settled" check (("state" in ('sent', 'skipped', 'failed')) = ("settledAt" is not null))
);

create index "deliveries_next" on "deliveries" ("state", "priority", "dueAt", "id");

create index "deliveries_of_notification" on "deliveries" ("notificationId", "state");

create index "deliveries_of_subscriber" on "deliveries" ("subscriberId");

create index "deliveries_of_contact" on "deliveries" ("contactId");

insert into "migrations" ("name", "appliedAt") values ('0010-mail', '2026-11-01T09:00:00.000Z');

-- 0011-rendered-texts

alter table "blogs" add column "renderedBy" text;

alter table "blogs" add column "renderedHeadings" jsonb;

alter table "blogs" add column "renderedHtml" text;

alter table "courses" add column "renderedBy" text;

alter table "courses" add column "renderedHeadings" jsonb;

alter table "courses" add column "renderedHtml" text;

insert into "migrations" ("name", "appliedAt") values ('0011-rendered-texts', '2026-11-01T09:00:00.000Z');

-- 0012-floods

create table "counters" (
  "subject" text not null,
  "count" integer not null,
  "bytes" integer not null,
  "startedAt" timestamptz not null,
  "endsAt" timestamptz not null,
  primary key ("subject")
);

create index "counters_over" on "counters" ("endsAt");

alter table "contactRequests" add column "flood" boolean;

alter table "contactRequests" add column "digestId" text;

create index "contactRequests_of_flood" on "contactRequests" ("createdAt" desc, "id" desc) where "flood" is not null;

create index "contactRequests_of_digest" on "contactRequests" ("digestId") where "digestId" is not null;

alter table "deliveries" drop constraint "deliveries_about", add constraint "deliveries_about" check (("kind" = 'newsletter' and "notificationId" is not null and "subscriberId" is not null) or ("kind" = 'confirmation' and "subscriberId" is not null) or ("kind" = 'contact' and "contactId" is not null) or "kind" = 'contactDigest');

insert into "migrations" ("name", "appliedAt") values ('0012-floods', '2026-11-01T09:00:00.000Z');

-- 0013-delivery-subjects

alter table "deliveries" add column "subjectId" text, add column "recipientId" text, add column "payload" text;

alter table "deliveries" drop column "notificationId", drop column "subscriberId", drop column "contactId";

alter table "deliveries" add constraint "deliveries_payload" check ("settledAt" is null or "payload" is null);

create index "deliveries_of_subject" on "deliveries" ("kind", "subjectId", "state");

create index "deliveries_of_recipient" on "deliveries" ("recipientId") where "recipientId" is not null;

insert into "migrations" ("name", "appliedAt") values ('0013-delivery-subjects', '2026-11-01T09:00:00.000Z');

-- 0014-titles-in-search

create index "searchDocuments_titles" on "searchDocuments" using gin (ts_filter("words", '{a}')) with (fastupdate = off);

insert into "migrations" ("name", "appliedAt") values ('0014-titles-in-search', '2026-11-01T09:00:00.000Z');

-- 0015-renderers

create index "blogs_by_renderer" on "blogs" ("renderedBy", "id" desc);

create index "courses_by_renderer" on "courses" ("renderedBy", "id" desc);

insert into "migrations" ("name", "appliedAt") values ('0015-renderers', '2026-11-01T09:00:00.000Z');

-- 0016-revisions

create table "revisions" (
  "entity" text not null,
  "recordId" text not null,
  "number" integer not null,
  "startedAt" timestamptz not null,
  "at" timestamptz not null,
  "by" text,
  "byId" text,
  "kind" text not null,
  "live" boolean not null,
  "digests" jsonb not null,
  "fields" bytea not null,
  primary key ("entity", "recordId", "number"),
  constraint "revisions_kind" check ("kind" in ('save', 'publish', 'unpublish', 'copy', 'found'))
);

create index "revisions_by_age" on "revisions" ("entity", "recordId", "live", "at");

insert into "migrations" ("name", "appliedAt") values ('0016-revisions', '2026-11-01T09:00:00.000Z');

-- 0017-people

drop index "blogs_author";

create index "blogs_newest_of_author" on "blogs" ("authorId", "published", "createdAt" desc, "id" desc);

drop index "courses_instructor";

create index "courses_newest_of_instructor" on "courses" ("instructorId", "active", "createdAt" desc, "id" desc);

insert into "migrations" ("name", "appliedAt") values ('0017-people', '2026-11-01T09:00:00.000Z');

-- 0018-lifecycle

alter table "blogs" add column "deletedAt" timestamptz;

alter table "blogs" add column "deletedBy" text;

create index "blogs_in_trash" on "blogs" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

alter table "courses" add column "deletedAt" timestamptz;

alter table "courses" add column "deletedBy" text;

create index "courses_in_trash" on "courses" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

alter table "products" add column "deletedAt" timestamptz;

alter table "products" add column "deletedBy" text;

create index "products_in_trash" on "products" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

alter table "services" add column "deletedAt" timestamptz;

alter table "services" add column "deletedBy" text;

create index "services_in_trash" on "services" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

alter table "contactRequests" add column "deletedAt" timestamptz;

alter table "contactRequests" add column "deletedBy" text;

create index "contactRequests_in_trash" on "contactRequests" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

alter table "blogs" add column "publishAt" timestamptz;

alter table "blogs" add column "unpublishAt" timestamptz;

create index "blogs_publishAt" on "blogs" ("publishAt") where "publishAt" is not null;

create index "blogs_unpublishAt" on "blogs" ("unpublishAt") where "unpublishAt" is not null;

alter table "courses" add column "publishAt" timestamptz;

alter table "courses" add column "unpublishAt" timestamptz;

create index "courses_publishAt" on "courses" ("publishAt") where "publishAt" is not null;

create index "courses_unpublishAt" on "courses" ("unpublishAt") where "unpublishAt" is not null;

alter table "products" add column "publishAt" timestamptz;

alter table "products" add column "unpublishAt" timestamptz;

create index "products_publishAt" on "products" ("publishAt") where "publishAt" is not null;

create index "products_unpublishAt" on "products" ("unpublishAt") where "unpublishAt" is not null;

alter table "services" add column "publishAt" timestamptz;

alter table "services" add column "unpublishAt" timestamptz;

create index "services_publishAt" on "services" ("publishAt") where "publishAt" is not null;

create index "services_unpublishAt" on "services" ("unpublishAt") where "unpublishAt" is not null;

alter table "blogs" add column "dateShown" timestamptz;

drop index "blogs_newest";

create index "blogs_newest" on "blogs" ("published", "createdAt" desc, "id" desc, "publishAt", "unpublishAt") where "deletedAt" is null;

drop index "blogs_newest_in_category";

create index "blogs_newest_in_category" on "blogs" ("published", "category", "createdAt" desc, "id" desc, "publishAt", "unpublishAt") where "deletedAt" is null;

drop index "courses_newest";

create index "courses_newest" on "courses" ("active", "createdAt" desc, "id" desc, "publishAt", "unpublishAt") where "deletedAt" is null;

drop index "courses_newest_in_category";

create index "courses_newest_in_category" on "courses" ("active", "category", "createdAt" desc, "id" desc, "publishAt", "unpublishAt") where "deletedAt" is null;

drop index "courses_newest_at_level";

create index "courses_newest_at_level" on "courses" ("active", "level", "createdAt" desc, "id" desc, "publishAt", "unpublishAt") where "deletedAt" is null;

drop index "courses_featured";

create index "courses_featured" on "courses" ("active", "featured", "createdAt" desc, "id" desc, "publishAt", "unpublishAt") where "deletedAt" is null;

drop index "blogs_newest_of_all";

create index "blogs_newest_of_all" on "blogs" ("createdAt" desc, "id" desc) where "deletedAt" is null;

drop index "contactRequests_newest";

create index "contactRequests_newest" on "contactRequests" ("createdAt" desc, "id" desc) where "deletedAt" is null;

drop index "contactRequests_by_status";

create index "contactRequests_by_status" on "contactRequests" ("status", "createdAt" desc, "id" desc) where "deletedAt" is null;

insert into "migrations" ("name", "appliedAt") values ('0018-lifecycle', '2026-11-01T09:00:00.000Z');

-- 0019-working-copies

create table "workingCopies" (
  "entity" text not null,
  "recordId" text not null,
  "version" integer not null,
  "base" integer not null,
  "at" timestamptz not null,
  "by" text not null,
  "fields" jsonb not null,
  primary key ("entity", "recordId")
);

insert into "migrations" ("name", "appliedAt") values ('0019-working-copies', '2026-11-01T09:00:00.000Z');

-- 0020-preview-links

create table "previewLinks" (
  "id" text not null,
  "tokenHash" text not null,
  "entity" text not null,
  "recordId" text not null,
  "by" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz not null,
  primary key ("id"),
  unique ("tokenHash")
);

create index "previewLinks_of_record" on "previewLinks" ("entity", "recordId");

insert into "migrations" ("name", "appliedAt") values ('0020-preview-links', '2026-11-01T09:00:00.000Z');

-- 0021-roles

alter table "users" add column "role" text not null default 'owner' check ("role" in ('owner', 'editor', 'sales', 'viewer'));

insert into "migrations" ("name", "appliedAt") values ('0021-roles', '2026-11-01T09:00:00.000Z');

-- 0022-sorted-lists

create index "blogs_by_title" on "blogs" (lower("title" collate "C"), "id") where "deletedAt" is null;

create index "blogs_by_category" on "blogs" (lower("category" collate "C"), "id") where "deletedAt" is null;

create index "courses_by_title" on "courses" (lower("title" collate "C"), "id") where "deletedAt" is null;

create index "courses_by_category" on "courses" (lower("category" collate "C"), "id") where "deletedAt" is null;

create index "courses_newest_of_all" on "courses" ("createdAt" desc, "id" desc) where "deletedAt" is null;

create index "courses_by_price" on "courses" (coalesce("discountedPrice", "price"), "id") where "deletedAt" is null;

insert into "migrations" ("name", "appliedAt") values ('0022-sorted-lists', '2026-11-01T09:00:00.000Z');

-- 0023-videos

create table "videos" (
  "id" text not null,
  "title" text,
  "imageUrl" text,
  "fetchedAt" timestamptz not null,
  primary key ("id")
);

insert into "migrations" ("name", "appliedAt") values ('0023-videos', '2026-11-01T09:00:00.000Z');

-- 0025-site-settings

create table "siteSettings" (
  "id" text not null,
  "fields" jsonb not null,
  "version" integer not null,
  "updatedAt" timestamptz not null,
  "updatedBy" text,
  primary key ("id")
);

alter table "siteSettings" add column "publishAt" timestamptz;

alter table "siteSettings" add column "unpublishAt" timestamptz;

create index "siteSettings_publishAt" on "siteSettings" ("publishAt") where "publishAt" is not null;

create index "siteSettings_unpublishAt" on "siteSettings" ("unpublishAt") where "unpublishAt" is not null;

insert into "migrations" ("name", "appliedAt") values ('0025-site-settings', '2026-11-01T09:00:00.000Z');

-- 0026-testimonials

create table "testimonials" (
  "id" text not null,
  "active" boolean not null,
  "order" integer not null,
  "version" integer not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "updatedBy" text,
  "quote" text not null,
  "name" text not null,
  "role" text not null,
  "company" text not null,
  "photoUrl" text,
  "agreedOn" text not null,
  primary key ("id"),
  constraint "testimonials_filled" check (trim("quote") <> '' and trim("name") <> '' and trim("role") <> '' and trim("company") <> '' and trim("agreedOn") <> '')
);

create index "testimonials_in_order" on "testimonials" ("order", "id");

alter table "testimonials" add column "deletedAt" timestamptz;

alter table "testimonials" add column "deletedBy" text;

create index "testimonials_in_trash" on "testimonials" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

alter table "testimonials" add column "publishAt" timestamptz;

alter table "testimonials" add column "unpublishAt" timestamptz;

create index "testimonials_publishAt" on "testimonials" ("publishAt") where "publishAt" is not null;

create index "testimonials_unpublishAt" on "testimonials" ("unpublishAt") where "unpublishAt" is not null;

insert into "migrations" ("name", "appliedAt") values ('0026-testimonials', '2026-11-01T09:00:00.000Z');

-- 0027-questions

create table "questions" (
  "id" text not null,
  "active" boolean not null,
  "order" integer not null,
  "version" integer not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "updatedBy" text,
  "question" text not null,
  "answer" text not null,
  "places" jsonb not null,
  "courseId" text,
  primary key ("id"),
  constraint "questions_filled" check (trim("question") <> '' and trim("answer") <> '')
);

create index "questions_in_order" on "questions" ("order", "id");

alter table "questions" add column "deletedAt" timestamptz;

alter table "questions" add column "deletedBy" text;

create index "questions_in_trash" on "questions" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

alter table "questions" add column "publishAt" timestamptz;

alter table "questions" add column "unpublishAt" timestamptz;

create index "questions_publishAt" on "questions" ("publishAt") where "publishAt" is not null;

create index "questions_unpublishAt" on "questions" ("unpublishAt") where "unpublishAt" is not null;

insert into "migrations" ("name", "appliedAt") values ('0027-questions', '2026-11-01T09:00:00.000Z');

-- 0028-activity

create table "activity" (
  "id" text not null,
  "at" timestamptz not null,
  "kind" text not null,
  "what" text not null,
  "by" text,
  "byId" text,
  "entity" text,
  "recordId" text,
  "recordName" text,
  "changes" jsonb,
  "address" text,
  "device" text,
  "count" integer not null,
  "lastAt" timestamptz not null,
  "countedAs" text,
  primary key ("id"),
  unique ("countedAs")
);

create index "activity_by_time" on "activity" ("at");

create index "activity_by_person" on "activity" ("byId", "id");

create index "activity_by_kind" on "activity" ("kind", "id");

create index "activity_by_record" on "activity" ("entity", "recordId", "id");

insert into "migrations" ("name", "appliedAt") values ('0028-activity', '2026-11-01T09:00:00.000Z');

-- 0029-media-library

create table "mediaItems" (
  "id" text not null,
  "kind" text not null,
  "name" text not null,
  "alt" text not null,
  "caption" text not null,
  "credit" text not null,
  "focalX" double precision not null,
  "focalY" double precision not null,
  "width" integer,
  "height" integer,
  "size" integer,
  "version" integer not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "updatedBy" text,
  "deletedAt" timestamptz,
  "deletedBy" text,
  primary key ("id"),
  constraint "mediaItems_kind" check ("kind" in ('picture', 'file')),
  constraint "mediaItems_focus" check ("focalX" between 0 and 1 and "focalY" between 0 and 1)
);

create index "mediaItems_newest" on "mediaItems" ("createdAt" desc, "id" desc) where "deletedAt" is null;

create index "mediaItems_newest_of_kind" on "mediaItems" ("kind", "createdAt" desc, "id" desc) where "deletedAt" is null;

create index "mediaItems_in_trash" on "mediaItems" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

create table "fileContents" (
  "id" text not null,
  "bytes" bytea not null,
  primary key ("id"),
  foreign key ("id") references "mediaItems" ("id") on delete cascade
);

create table "mediaAliases" (
  "id" text not null,
  "target" text not null,
  primary key ("id"),
  foreign key ("target") references "mediaItems" ("id") on delete cascade
);

create index "mediaAliases_of_target" on "mediaAliases" ("target");

create table "mediaUses" (
  "entity" text not null,
  "recordId" text not null,
  "part" text not null,
  "mediaId" text not null,
  primary key ("entity", "recordId", "part", "mediaId")
);

create index "mediaUses_of_media" on "mediaUses" ("mediaId");

insert into "migrations" ("name", "appliedAt") values ('0029-media-library', '2026-11-01T09:00:00.000Z');

-- 0030-cases

create table "cases" (
  "id" text not null,
  "active" boolean not null,
  "order" integer not null,
  "version" integer not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "updatedBy" text,
  "title" text not null,
  "slug" text not null,
  "pastSlugs" jsonb not null,
  "client" text not null,
  "industry" text not null,
  "summary" text not null,
  "problem" text not null,
  "solution" text not null,
  "figures" jsonb not null,
  "quote" text,
  "quoteBy" text,
  "serviceIds" jsonb not null,
  "imageUrl" text,
  "imageAlt" text,
  primary key ("id"),
  constraint "cases_filled" check (trim("title") <> '' and trim("slug") <> '' and trim("client") <> '' and trim("industry") <> '' and trim("summary") <> '' and trim("problem") <> '' and trim("solution") <> '')
);

create index "cases_in_order" on "cases" ("order", "id");

alter table "cases" add column "deletedAt" timestamptz;

alter table "cases" add column "deletedBy" text;

create index "cases_in_trash" on "cases" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

alter table "cases" add column "publishAt" timestamptz;

alter table "cases" add column "unpublishAt" timestamptz;

create index "cases_publishAt" on "cases" ("publishAt") where "publishAt" is not null;

create index "cases_unpublishAt" on "cases" ("unpublishAt") where "unpublishAt" is not null;

create unique index "cases_slug" on "cases" ("slug");

insert into "migrations" ("name", "appliedAt") values ('0030-cases', '2026-11-01T09:00:00.000Z');

-- 0031-search-appearance

alter table "blogs" add column "seoTitle" text;

alter table "blogs" add column "seoDescription" text;

alter table "blogs" add column "socialImage" text;

alter table "courses" add column "seoTitle" text;

alter table "courses" add column "seoDescription" text;

alter table "courses" add column "socialImage" text;

insert into "migrations" ("name", "appliedAt") values ('0031-search-appearance', '2026-11-01T09:00:00.000Z');

-- 0032-openings

create table "openings" (
  "id" text not null,
  "active" boolean not null,
  "order" integer not null,
  "version" integer not null,
  "createdAt" timestamptz not null,
  "updatedAt" timestamptz not null,
  "updatedBy" text,
  "title" text not null,
  "place" text not null,
  "kind" text not null,
  "description" text not null,
  "closesOn" text not null,
  primary key ("id"),
  constraint "openings_filled" check (trim("title") <> '' and trim("place") <> '' and trim("kind") <> '' and trim("description") <> '' and trim("closesOn") <> '')
);

create index "openings_in_order" on "openings" ("order", "id");

alter table "openings" add column "deletedAt" timestamptz;

alter table "openings" add column "deletedBy" text;

create index "openings_in_trash" on "openings" ("deletedAt" desc, "id" desc) where "deletedAt" is not null;

alter table "openings" add column "publishAt" timestamptz;

alter table "openings" add column "unpublishAt" timestamptz;

create index "openings_publishAt" on "openings" ("publishAt") where "publishAt" is not null;

create index "openings_unpublishAt" on "openings" ("unpublishAt") where "unpublishAt" is not null;

insert into "migrations" ("name", "appliedAt") values ('0032-openings', '2026-11-01T09:00:00.000Z');

-- 0033-second-factors

create table "identitySecondFactors" (
  "userId" text not null,
  "secret" text not null,
  "confirmedAt" timestamptz,
  "lastStep" integer not null,
  "createdAt" timestamptz not null,
  primary key ("userId"),
  foreign key ("userId") references "identityUsers" ("id") on delete cascade
);

create table "identityRecoveryCodes" (
  "hash" text not null,
  "userId" text not null,
  primary key ("hash"),
  foreign key ("userId") references "identityUsers" ("id") on delete cascade
);

create index "identityRecoveryCodes_user" on "identityRecoveryCodes" ("userId");

insert into "migrations" ("name", "appliedAt") values ('0033-second-factors', '2026-11-01T09:00:00.000Z');

-- 0034-passkeys

create table "identityPasskeys" (
  "id" text not null,
  "userId" text not null,
  "credentialId" text not null,
  "publicKey" bytea not null,
  "counter" integer not null,
  "transports" jsonb not null,
  "name" text not null,
  "createdAt" timestamptz not null,
  "lastUsedAt" timestamptz,
  primary key ("id"),
  unique ("credentialId"),
  foreign key ("userId") references "identityUsers" ("id") on delete cascade
);

create index "identityPasskeys_user" on "identityPasskeys" ("userId");

insert into "migrations" ("name", "appliedAt") values ('0034-passkeys', '2026-11-01T09:00:00.000Z');

-- 0035-case-appearance

alter table "cases" add column "seoTitle" text;

alter table "cases" add column "seoDescription" text;

alter table "cases" add column "socialImage" text;

insert into "migrations" ("name", "appliedAt") values ('0035-case-appearance', '2026-11-01T09:00:00.000Z');

-- 0036-first-steps

alter table "users" add column "firstStepsDismissedAt" timestamptz;

insert into "migrations" ("name", "appliedAt") values ('0036-first-steps', '2026-11-01T09:00:00.000Z');

-- 0037-session-factors

alter table "identitySessions" add column "secondFactor" text;

insert into "migrations" ("name", "appliedAt") values ('0037-session-factors', '2026-11-01T09:00:00.000Z');

-- 0038-narrow-titles

create index "blogs_live" on "blogs" ("id", "published", "publishAt", "unpublishAt") where "deletedAt" is null;

create table "searchTitles" ("id" integer primary key references "searchDocuments" on delete cascade, "source" text not null, "ref" text not null, "words" tsvector not null);

create index "searchTitles_words" on "searchTitles" using gin ("words") with (fastupdate = off);

drop index "searchDocuments_titles";

create function "copySearchTitle"() returns trigger language plpgsql as $$ begin
        insert into "searchTitles" values (new."id", new."source", new."ref", strip(ts_filter(new."words", '{a}')))
        on conflict ("id") do update set "words" = excluded."words" where "searchTitles"."words" <> excluded."words";
        return null;
      end $$;

create trigger "copySearchTitle" after insert or update on "searchDocuments" for each row execute function "copySearchTitle"();

insert into "migrations" ("name", "appliedAt") values ('0038-narrow-titles', '2026-11-01T09:00:00.000Z');

-- 0039-session-confirmations

alter table "identitySessions" add column "confirmedAt" timestamptz;

insert into "migrations" ("name", "appliedAt") values ('0039-session-confirmations', '2026-11-01T09:00:00.000Z');

-- 0040-marketing-and-invitations

alter table "users" add column "nextRole" text not null default 'owner' check ("nextRole" in ('owner', 'marketing', 'editor', 'sales', 'viewer'));

alter table "users" drop column "role";

alter table "users" rename column "nextRole" to "role";

alter table "identityUsers" add column "invitedUntil" timestamptz;

insert into "migrations" ("name", "appliedAt") values ('0040-marketing-and-invitations', '2026-11-01T09:00:00.000Z');

-- 0041-decorative-pictures

alter table "mediaItems" add column "decorative" boolean not null default false;

insert into "migrations" ("name", "appliedAt") values ('0041-decorative-pictures', '2026-11-01T09:00:00.000Z');
