"""Forms of the tournaments app: what people type, checked for its shape; what it means the services decide."""
