package org.example.shop.model;

/** What somebody ordered. */
public record Order(int number, String article, int pieces) {}
