import { sql } from 'kysely'
import { addColumns, type Migration, makeIndexes, makeTables } from './make-table.ts'

/**
 * Deleted colleagues keep their name, and requests the owner that they had at the time. Of those who were deleted before, the name is in what they
 * did, and their requests in the timelines.
 */
export const formerStaff: Migration = {
  name: '0062-former-staff',
  async up(db, kind) {
    await makeTables(db, kind, {
      formerStaff: { key: ['id'], columns: { id: 'text', name: 'text', leftAt: 'time' } },
    })
    await addColumns(db, kind, 'contactRequests', { formerOwnerId: 'text?' })
    await makeIndexes(db, 'contactRequests', {
      of_former_owner: { on: ['formerOwnerId', 'createdAt desc', 'id desc'], where: '"formerOwnerId" is not null' },
    })
    await sql`
      insert into "formerStaff" ("id", "name", "leftAt")
      select "byId", max("by"), max("at")
      from (select "byId", "by", "at" from "contactEvents" union all select "byId", "by", "at" from "activity") as "acts"
      where "byId" is not null and "by" is not null
        and not exists (select 1 from "users" where "users"."id" = "acts"."byId")
      group by "byId"`.execute(db)
    await sql`
      update "contactRequests" set "formerOwnerId" = (
        select "before" from "contactEvents"
        where "contactId" = "contactRequests"."id" and "kind" = 'owner' and "after" is null and "byId" is null
        order by "at" desc limit 1)
      where "ownerId" is null`.execute(db)
  },
}
