import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PreviewBanner, PreviewEnded } from '#site/page/preview-banner.tsx'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { postLinkQuery } from './blog.queries.ts'
import { PostArticle } from './post-article.tsx'

export const queries = ({ params }: PageRequest) => [postLinkQuery(params['token'] ?? '')]

/** What a preview link shows: a post before it is public, for whoever has the link. */
export default function PostLinkPage() {
  const { token = '' } = useParams()
  const query = useQuery(postLinkQuery(token))
  return (
    <>
      {!query.data && <Head title="Preview" noIndex />}
      <QueryState query={query} failure="Failed to load the preview" whole>
        {(preview) =>
          preview ? (
            <>
              <Head title={preview.post.title} noIndex />
              <PreviewBanner {...preview} />
              <PostArticle post={{ ...preview.post, related: [] }} />
            </>
          ) : (
            <PreviewEnded />
          )
        }
      </QueryState>
    </>
  )
}
