import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/**
 * A Kysely dialect whose queries all run on one connection.
 * @param driverOf the driver's own statements go through this connection too, so that they are measured
 * @param createAdapter says whether Kysely gives the connection to one query at a time
 */
export function sqliteDialect(
  executeQuery: DatabaseConnection['executeQuery'],
  driverOf: (connection: DatabaseConnection) => Omit<Driver, 'init' | 'acquireConnection' | 'releaseConnection'>,
  createAdapter = () => new SqliteAdapter(),
): Dialect {
  const connection: DatabaseConnection = {
    executeQuery,
    // An open cursor would block the connection, so long lists are read page by page.
    // biome-ignore lint/correctness/useYield: it only refuses
    async *streamQuery() {
      throw new Error('Read page by page, by key')
    },
  }
  return {
    createAdapter,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      ...driverOf(connection),
    }),
  }
}

/** Leaves out `for update` and `skip locked`: a transaction in SQLite is the only writer, so its rows need no locks. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery({
      ...node,
      endModifiers: (node.endModifiers ?? []).filter(({ rawModifier }) => rawModifier),
    })
  }
}
