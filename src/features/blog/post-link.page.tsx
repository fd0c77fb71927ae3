import { PreviewLinkPage } from '#site/page/preview-link-page.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { postLinkQuery } from './blog.queries.ts'
import { PostArticle } from './post-article.tsx'

export const queries = ({ params }: PageRequest) => [postLinkQuery(params['token'] ?? '')]

export default function PostLinkPage() {
  return (
    <PreviewLinkPage query={postLinkQuery} titleOf={({ post }) => post.title}>
      {({ post }) => <PostArticle post={{ ...post, related: [] }} />}
    </PreviewLinkPage>
  )
}
