import { addColumns, type Migration } from './make-table.ts'

/** Posts can name their drawn cover: the numbers of its pattern, colours and composition as one text. */
export const postCovers: Migration = {
  name: '0044-post-covers',
  up: (db, kind) => addColumns(db, kind, 'blogs', { cover: 'text?' }),
}
