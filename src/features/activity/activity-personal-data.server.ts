import type { PersonalData } from '#server/record/personal-data.ts'

/** The activity log says what staff have done, and may name an address. */
export const activityPersonalData: PersonalData = {
  tables: ['activity'],
  read: async () => [],
  erase: async () => [],
  addresses: async () => [],
  mentions: [{ table: 'activity', key: 'id', columns: ['recordName', 'changes'] }],
}
