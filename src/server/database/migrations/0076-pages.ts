import { type Migration, makeTables, scheduledRules } from './make-table.ts'

const { columns, indexes, ...rules } = scheduledRules({ title: 'text', path: 'text' })

/** Pages that staff build from sections. */
export const pages: Migration = {
  name: '0076-pages',
  async up(db, kind) {
    await makeTables(db, kind, {
      pages: {
        ...rules,
        columns: {
          ...columns,
          sections: 'json',
          listed: 'boolean',
          seoTitle: 'text?',
          seoDescription: 'text?',
          socialImage: 'text?',
          renderedTexts: 'json?',
          renderedBy: 'text?',
        },
        indexes: { ...indexes, path: { on: ['path'], unique: true } },
      },
      /** Former paths lead to the page. */
      pagePastPaths: {
        key: ['path'],
        columns: { path: 'text', pageId: 'text' },
        references: { pageId: 'pages.id+' },
        indexes: { page: ['pageId'] },
      },
    })
  },
}
